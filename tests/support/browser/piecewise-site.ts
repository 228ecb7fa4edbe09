import { once } from 'node:events';
import { createServer, type IncomingMessage, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

/** A site whose pages arrive piece by piece, as over a slow line: a browser paints what it has. */
export interface PiecewiseSite {
  readonly url: string;
  /** Whose paints the documents wait for. */
  page: Page | null;
  stop(): Promise<void>;
}

/** Where a document may stop for a moment: between its head and its parts. */
const PIECES = /(?=<(?:main|section|article|header|div|dl|dt|dd|tr|ul|li|h\d|p|code|astro-island)\b)/;
/** More are below the first screen of every page. */
const MAX_PIECES = 150;

/** Stands before the site at `base`, on a free port. */
export async function startPiecewiseSite(base: string): Promise<PiecewiseSite> {
  const server = createServer(async (asked, answer) => {
    const isPage = asked.headers['sec-fetch-dest'] === 'document';
    const { method, headers } = asked;
    try {
      const upstream = open(base + asked.url, {
        method,
        headers: isPage ? { ...headers, 'accept-encoding': 'identity' } : headers,
      });
      asked.pipe(upstream);
      const [response] = (await once(upstream, 'response')) as [IncomingMessage];
      const { 'content-length': _, ...sent } = response.headers;
      const isWhole = !isPage || response.statusCode !== 200;
      answer.writeHead(response.statusCode ?? 502, isWhole ? response.headers : sent);
      if (isWhole) {
        response.pipe(answer);
        return;
      }
      const pieces = (await text(response)).split(PIECES);
      for (const piece of pieces.splice(0, MAX_PIECES)) {
        answer.write(piece);
        await site.page?.waitForURL(`${site.url}${asked.url}`, { waitUntil: 'commit' });
        await site.page?.evaluate(painted);
      }
      answer.end(pieces.join(''));
    } catch {
      // The page or the site has ended meanwhile.
      answer.destroy();
    }
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const site: PiecewiseSite = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    page: null,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}

/** Runs in the page: two frames, so that what it has is painted; a page that is not painted at all has none. */
function painted(): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    new Promise((resolve) => setTimeout(resolve, 200)),
  ]);
}
