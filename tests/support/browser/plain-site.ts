import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { WORKER_CACHE, WORKER_POLICY } from '#src/config/security-headers.ts';

const SITE = join(import.meta.dirname, '../../../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
};

/** The built site without an API, with a service worker that a test can replace. */
export interface PlainSite {
  readonly url: string;
  /** The content of /sw.js; initially the worker of the build. */
  worker: string;
  /** How often /sw.js was requested. */
  workerReads: number;
  /** Calls of the API: "POST /api/…", with body and cookie. */
  readonly calls: { readonly name: string; readonly body: string; readonly cookie: string | undefined }[];
  stop(): Promise<void>;
}

/** Serves dist/ on a free port; every call of the API is recorded and answered 503. */
export async function startPlainSite(): Promise<PlainSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        site.calls.push({ name: `${request.method} ${pathname}`, body, cookie: request.headers.cookie });
        response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"overloaded","message":"busy"}');
      });
      return;
    }
    if (pathname === '/sw.js') {
      site.workerReads += 1;
      const headers = { 'cache-control': WORKER_CACHE, 'content-security-policy': WORKER_POLICY };
      response.writeHead(200, { 'content-type': 'text/javascript', ...headers }).end(site.worker);
      return;
    }
    const found = [pathname, `${pathname}.html`, join(pathname, 'index.html')]
      .map((path) => join(SITE, path))
      .find((file) => extname(file) !== '' && existsSync(file));
    if (found === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, {
          'content-type': TYPES[extname(found)] ?? 'application/octet-stream',
          'cache-control': 'no-cache',
          // As our server does.
          vary: 'Origin, Accept-Encoding',
        })
        .end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const site: PlainSite = {
    url: `http://localhost:${address.port}`,
    worker: readFileSync(join(SITE, 'sw.js'), 'utf8'),
    workerReads: 0,
    calls: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
