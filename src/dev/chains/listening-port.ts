import type { ChildProcessByStdio } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ChainStartError } from './chain-start-error.ts';

const START_TIMEOUT_MS = 60_000;

/** The port that a starting chain reports; `wanted` is the requested one (0: any). Throws ChainStartError. */
export async function listeningPort(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  wanted: number,
): Promise<number> {
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const late = new ChainStartError('failed', 'the local chain did not start within 60 seconds');
  const timer = setTimeout(() => reject(late), START_TIMEOUT_MS);
  child.once('error', (cause) => reject(new ChainStartError('failed', 'the local chain cannot be run', { cause })));
  child.once('close', () => resolve(undefined));
  // Later output is read as well; a full pipe would block the chain.
  createInterface({ input: child.stdout }).on('line', (line) => {
    const found = /^Listening on .*:(\d+)$/.exec(line)?.[1];
    if (found !== undefined) resolve(Number(found));
  });
  try {
    const port = await promise;
    if (port !== undefined) return port;
  } finally {
    clearTimeout(timer);
  }
  if (wanted !== 0 && !(await isPortFree('127.0.0.1', wanted))) {
    throw new ChainStartError('port-taken', `port ${wanted} is already in use`);
  }
  throw new ChainStartError('failed', `the local chain exited at once: ${complaint.trim()}`);
}

export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port }, () => probe.close(() => resolve(true)));
  });
}
