import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isLocale } from '#src/config/locales.ts';
import { movedAddress } from '#src/config/moved-address.ts';
import {
  CHECKED_CACHE,
  HASHED_CACHE,
  ICON_HEADERS,
  ICON_PATHS,
  PAGE_POLICY,
  UNSTORED,
  WORKER_CACHE,
  WORKER_POLICY,
} from '#src/config/security-headers.ts';
import { API_ERRORS } from '#src/contract/errors.ts';
import { listSite, type SiteFiles } from '../site-files.ts';

/** Serves the built site, compressed: /staking is staking.html, an unknown address the 404 page of its language. */
export const staticSitePlugin = fastifyPlugin(
  async (app: FastifyInstance, { directory }: { directory: string | null }) => {
    const site = directory !== null && existsSync(directory) ? listSite(directory) : null;
    if (directory !== null && site !== null) {
      await app.register(fastifyStatic, {
        root: directory,
        serve: false,
        preCompressed: true,
        cacheControl: false,
        index: false,
      });
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const path = pathOf(request.url);
        if (path.startsWith('/api/')) return reply.callNotFound();
        const moved = movedAddress(path);
        // With its query, which may name who referred the visitor.
        if (moved !== null)
          return reply.header('cache-control', CHECKED_CACHE).redirect(`${moved}${queryOf(request.url)}`, 301);
        if (send(reply, path, site.current())) return reply;
        if ((await site.renewed()) && send(reply, path, site.current())) return reply;
        return reply.callNotFound();
      };
      app.get('/*', { schema: { hide: true }, config: { rateLimit: false } }, answer);
      // The same for every origin: a browser that has loaded one as a script need not load it again to check it.
      app.get('/_astro/*', { schema: { hide: true }, config: { rateLimit: false, cors: false } }, answer);
    }
    app.setNotFoundHandler((request, reply) => {
      const path = pathOf(request.url);
      const { pages } = site?.current() ?? { pages: new Map<string, string>() };
      const [, first = ''] = path.split('/');
      const page = (isLocale(first) ? pages.get(`/${first}/404`) : undefined) ?? pages.get('/404');
      if (wantsPage(request, path) && page !== undefined) return sendPage(reply.status(404), page);
      return reply
        .status(404)
        .header('cache-control', UNSTORED)
        .type('application/json')
        .send({ code: 'not_found', message: API_ERRORS.not_found.message });
    });
  },
);

/** Sends the page or file of an address; false if the site has neither. */
function send(reply: FastifyReply, path: string, { pages, files }: SiteFiles): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const file = trimmed.slice(1);
  const page = pages.get(trimmed) ?? (file.endsWith('.html') && files.has(file) ? file : undefined);
  if (page !== undefined) {
    sendPage(reply, page);
    return true;
  }
  if (!files.has(file)) return false;
  reply.header('cache-control', file.startsWith('_astro/') ? HASHED_CACHE : CHECKED_CACHE);
  if (file === 'sw.js') reply.headers({ 'cache-control': WORKER_CACHE, 'content-security-policy': WORKER_POLICY });
  if (isIcon(trimmed)) reply.headers(ICON_HEADERS);
  reply.sendFile(file);
  return true;
}

function isIcon(path: string): boolean {
  return ICON_PATHS.some((icon) => (icon.endsWith('*') ? path.startsWith(icon.slice(0, -1)) : path === icon));
}

/** Whether an unknown address is a page's: a program that misses a file must not get a page in its place. */
function wantsPage({ method, headers }: FastifyRequest, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) return false;
  return (headers.accept ?? '').includes('text/html') || !/\.[^/]*$/.test(path);
}

function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('content-security-policy', PAGE_POLICY).header('cache-control', CHECKED_CACHE).sendFile(file);
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
