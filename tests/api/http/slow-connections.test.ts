import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const SLOW = 60;
const http = onceForAll(openHttpApp);
let port: number;
beforeAll(async () => {
  port = Number(new URL(await http.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

async function raw(text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  const answer = once(socket, 'close').then(() => received);
  socket.write(text);
  return { socket, answer };
}
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

test('slow connections block nobody, and end after ten seconds with an answer', { tags: 'long' }, async () => {
  const started = performance.now();
  const starts = [
    'GET /api/config HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'POST /api/presale/purchase HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"wallet',
    'GET /api/con',
  ];
  const slow = await Promise.all(Array.from({ length: SLOW }, (_, position) => raw(starts[position % 3] ?? '')));
  let ended = 0;
  for (const { answer } of slow) void answer.then(() => (ended += 1));
  const good = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/config`);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(new Set(good)).toEqual(new Set([200]));
  // All were answered while the slow ones were still there.
  expect(ended).toBe(0);
  const answers = await Promise.all(slow.map(({ answer }) => answer));
  expect(performance.now() - started).toBeLessThan(30_000);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'invalid_request' });
  }
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a header without end', `GET /api/config HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}`, 431],
  [
    'two lengths',
    'POST /api/staking/stake HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
    400,
  ],
  ['a method nobody knows', 'BREW /api/config HTTP/1.1\r\nhost: x\r\n\r\n', 400],
])('%s is answered in the shape of every error', async (_name, text, status) => {
  const { answer } = await raw(text);
  const received = await answer;
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(bodyOf(received)).toEqual({ code: 'invalid_request', message: 'The request is not valid.' });
});

test('a caller that leaves in the middle of a body is no failure of the storage in the log', async () => {
  const lines: string[] = [];
  const logged = await openHttpApp({ log: (line) => lines.push(line) });
  const { port: own } = new URL(await logged.app.listen({ host: '127.0.0.1', port: 0 }));
  const failed = new Promise<void>((resolve) =>
    logged.app.server.once('request', (request) => request.once('error', resolve)),
  );
  const socket = connect(Number(own), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /api/presale/purchase HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"wallet',
    () => socket.destroy(),
  );
  await failed;
  // An unknown address is answered after what the server began before it.
  await logged.app.inject('/api/nothing');
  await logged.close();
  expect(lines.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
});
