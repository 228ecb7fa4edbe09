import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  DATA_HEADERS,
  DEBUG_MARK,
  FILE_POLICY,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
  UNSTORED,
} from '#src/config/security-headers.ts';
import type { Env } from '#src/server/platform/env/env.ts';

/**
 * The same headers on every answer, built once: one by one they would cost half a cached read. Nobody may store an API
 * answer unless its route says so, not even a refusal.
 */
export const securityHeadersPlugin = fastifyPlugin(async (app: FastifyInstance, { env }: { env: Env }) => {
  const always = { 'content-security-policy': FILE_POLICY, ...(env.rehearsal ? {} : TRANSPORT_SECURITY) };
  const data: Record<string, string> = { ...always, ...DATA_HEADERS, 'cache-control': UNSTORED };
  const debug = env.DEBUG_PURCHASES ? { 'server-timing': DEBUG_MARK } : {};
  const files: Record<string, string> = { ...always, ...SECURITY_HEADERS, ...debug };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? data : files);
    // Not on reads, which a CDN gives to others.
    if (request.method !== 'GET') reply.header('x-request-id', request.id);
    done();
  });
});
