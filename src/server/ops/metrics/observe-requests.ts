import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Counts every request of an app under the pattern of its route, since addresses are invented by anybody. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
