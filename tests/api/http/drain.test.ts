import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';

const POST =
  'POST /api/nothing HTTP/1.1\r\nhost: synx\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Sends a request on a connection and returns the head of its answer. */
async function ask(socket: Socket): Promise<string> {
  socket.write(POST);
  const [chunk] = await once(socket, 'data');
  return String(chunk).split('\r\n\r\n')[0] ?? '';
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

test('a request that a proxy sends on a kept connection during a stop is answered; a new connection is refused', async () => {
  const http = await openHttpApp();
  const { port } = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }));
  const kept = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void kept.destroy());
  expect(await ask(kept)).toMatch(/^HTTP\/1\.1 404 /);
  const closed = http.close();
  await expect.poll(() => isRefused(Number(port)), { interval: 1 }).toBe(true);
  const answer = await ask(kept);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  // The proxy sends no further one there.
  expect(answer).toMatch(/\r\nconnection: close/i);
  await closed;
});

test('a connection that nobody uses keeps a stop for half a second at most', async () => {
  const http = await openHttpApp();
  const { port } = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }));
  const idle = connect(Number(port), '127.0.0.1');
  await ask(idle);
  const ended = once(idle, 'close');
  await http.close();
  await ended;
});
