import { Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** Longer than a busy proxy leaves a connection idle. */
const DRAIN_MS = 500;
const LOOK_MS = 10;

/** Serves open connections one more request each: proxies do not repeat a write that got no answer (decision 50). */
export function drainConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    // An HTTP server's own close() would also end idle connections.
    Server.prototype.close.call(server);
    const count = promisify(server.getConnections.bind(server));
    for (const end = performance.now() + DRAIN_MS; performance.now() < end && (await count()) > 0; )
      await setTimeout(LOOK_MS);
  });
}
