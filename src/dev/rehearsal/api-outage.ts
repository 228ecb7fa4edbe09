import type { Server } from 'node:http';

/** Lets calls of the API end without an answer, as if no process were there, while the pages are still served. */
export function apiOutage(server: Server): (isDown: boolean) => void {
  const state = { isDown: false };
  const answering = server.listeners('request') as ((...each: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (state.isDown && request.url?.startsWith('/api/')) {
      request.destroy();
      return;
    }
    for (const answer of answering) answer.call(server, request, response);
  });
  return (isDown) => {
    state.isDown = isDown;
  };
}
