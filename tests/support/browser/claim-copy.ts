import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The one shard of a small list. */
export const SHARD = 's/all.json';

/** Copies claim.html and the shard of the first list that a site has published into a new folder; its path. */
export async function copyClaimFile(siteUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-claim-file-'));
  mkdirSync(join(folder, 's'));
  for (const file of ['claim.html', SHARD]) {
    const answer = await fetch(`${siteUrl}/allocation/1/${file}`);
    expect(answer.status, file).toBe(200);
    writeFileSync(join(folder, file), await answer.text());
  }
  return folder;
}

/** Any static server: it knows nothing of ours, and no API answers. It removes the folder when it stops. */
export async function serveFolder(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, answer) => {
    try {
      const text = readFileSync(join(folder, request.url ?? ''));
      answer.setHeader('content-type', request.url?.endsWith('.html') ? 'text/html' : 'application/json').end(text);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
}
