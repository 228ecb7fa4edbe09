import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiFailure } from '../api-failure.ts';
import type { Env } from '../env.ts';

/**
 * Who may call with a visitor's cookie (T34): our own origin and ALLOWED_ORIGINS. Other origins get no CORS headers and
 * their writes are refused; requests that are not a browser's carry no Origin and no visitor's cookie.
 */
export const originsPlugin = fastifyPlugin(async (app: FastifyInstance, { env }: { env: Env }) => {
  const allowed = new Set(env.ALLOWED_ORIGINS.map((origin) => new URL(origin).origin));
  await app.register(cors, {
    origin: [...allowed],
    credentials: true,
    methods: ['GET', 'POST'],
    maxAge: 600,
    // An OPTIONS that is no preflight is answered like one, instead of by a plain text error.
    strictPreflight: false,
  });
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const { origin } = request.headers;
    if (origin === undefined) {
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiFailure('foreign_origin');
      return;
    }
    if (allowed.has(origin) || origin === ownOrigin(env, request.headers.host)?.origin) return;
    throw new ApiFailure('foreign_origin');
  });
});

/** The site's own origin: PUBLIC_ORIGIN, or on a developer's machine whatever address of it was opened. */
export function ownOrigin(env: Env, host: string | undefined): URL | null {
  if (env.PUBLIC_ORIGIN !== undefined) return new URL(env.PUBLIC_ORIGIN);
  const text = `http://${host ?? ''}`;
  return env.rehearsal && URL.canParse(text) ? new URL(text) : null;
}
