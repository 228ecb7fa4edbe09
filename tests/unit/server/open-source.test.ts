import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSource } from '#src/server/chains/open-source.ts';

const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer as never).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a source that leads elsewhere', () => {
  let inner = '';
  let asked = 0;
  beforeAll(async () => {
    inner = await serve((_, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }));
    });
  });

  test.each([
    ['a call in a batch', 307, 'eth_blockNumber'],
    ['a list of logs', 308, 'eth_getLogs'],
    ['a receipt', 302, 'eth_getTransactionReceipt'],
  ])('is not followed to a service that only this machine reaches, for %s (S22)', async (_, status, method) => {
    const source = openSource(await serve((__, response) => response.writeHead(status, { location: inner }).end()));
    await expect(source.request({ method, params: [] })).rejects.toThrow();
    expect(asked).toBe(0);
  });
});
