import { Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** Longer than a proxy with traffic leaves a connection unused. */
const DRAIN_MS = 500;
const LOOK_MS = 10;

/**
 * Lets a stop refuse new connections first, and serve the existing ones for one more request each, for half a second: a
 * proxy repeats no write that it has sent on a connection which then ends without an answer (decision 50).
 */
export function drainConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    // That of an HTTP server also ends idle connections.
    Server.prototype.close.call(server);
    const count = promisify(server.getConnections.bind(server));
    for (const end = performance.now() + DRAIN_MS; performance.now() < end && (await count()) > 0; )
      await setTimeout(LOOK_MS);
  });
}
