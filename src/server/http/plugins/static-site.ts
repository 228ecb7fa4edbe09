import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isLocale } from '#src/config/locales.ts';
import {
  CHECKED_CACHE,
  HASHED_CACHE,
  PAGE_POLICY,
  UNSTORED,
  WORKER_CACHE,
  WORKER_POLICY,
} from '#src/config/security-headers.ts';
import { API_ERRORS } from '#src/contract/errors.ts';

/**
 * Serves the built site next to the API, with the build's compressed files: /staking is staking.html, with or without a
 * trailing slash; an unknown address gets the 404 page of its language. Without a built site only the API answers.
 */
export const staticSitePlugin = fastifyPlugin(
  async (app: FastifyInstance, { directory }: { directory: string | null }) => {
    const pages = new Map<string, string>();
    const files = new Set<string>();
    if (directory !== null && existsSync(directory)) {
      for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/');
        if (path.endsWith('.br') || path.endsWith('.gz')) continue;
        files.add(path);
        if (path.endsWith('.html'))
          pages.set(`/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`, path);
      }
      await app.register(fastifyStatic, {
        root: directory,
        serve: false,
        preCompressed: true,
        cacheControl: false,
        index: false,
      });
      app.get('/*', { schema: { hide: true }, config: { rateLimit: false } }, (request, reply) => {
        const path = pathOf(request.url);
        if (path.startsWith('/api/')) return reply.callNotFound();
        const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
        const [, locale] = /^((?:\/[a-z]{2})?)\/whitepaper$/.exec(trimmed) ?? [];
        if (locale !== undefined && pages.has(`${locale}/blackpaper`))
          return reply.redirect(`${locale}/blackpaper`, 301);
        const page =
          pages.get(trimmed) ??
          (trimmed.endsWith('.html') && files.has(trimmed.slice(1)) ? trimmed.slice(1) : undefined);
        if (page !== undefined) return sendPage(reply, page);
        const file = trimmed.slice(1);
        if (!files.has(file)) return reply.callNotFound();
        reply.header('cache-control', file.startsWith('_astro/') ? HASHED_CACHE : CHECKED_CACHE);
        if (file === 'sw.js')
          reply.headers({ 'cache-control': WORKER_CACHE, 'content-security-policy': WORKER_POLICY });
        return reply.sendFile(file);
      });
    }
    app.setNotFoundHandler((request, reply) => {
      const path = pathOf(request.url);
      const wantsPage =
        request.method === 'GET' && !path.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html');
      const [, first = ''] = path.split('/');
      const page = (isLocale(first) ? pages.get(`/${first}/404`) : undefined) ?? pages.get('/404');
      if (wantsPage && page !== undefined) return sendPage(reply.status(404), page);
      return reply
        .status(404)
        .header('cache-control', UNSTORED)
        .type('application/json')
        .send({ code: 'not_found', message: API_ERRORS.not_found.message });
    });
  },
);

function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('content-security-policy', PAGE_POLICY).header('cache-control', CHECKED_CACHE).sendFile(file);
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
