import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  concat,
  encodeAbiParameters,
  encodeErrorResult,
  pad,
  parseAbi,
  parseAbiParameters,
  ResponseBodyTooLargeError,
  size,
  toHex,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metering } from '#src/server/platform/chains/call-meter.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createLookBudget } from '#src/server/platform/chains/look-budget.ts';
import { createPauses, openSource } from '#src/server/platform/chains/open-source.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';
import { verifySignature } from '#src/server/platform/sessions/verify-signature.ts';

interface LogCall {
  readonly id: number;
  readonly params: readonly [{ readonly blockHash: string }];
}

interface NumberedCall {
  readonly id: number;
  readonly params: readonly [string, boolean];
}

interface Answer {
  readonly id: number | null;
  readonly result?: string;
  readonly error?: object;
}

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

  test('nor is a contract that is to check a signature, and answers with an address to ask (S22)', async () => {
    const [wallet, code] = [pad('0xab', { size: 20 }), pad('0xcd', { size: 20 })];
    const data = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [wallet, [inner], '0x', '0x11223344', '0x'],
    });
    const url = await serve(async (request, response) => {
      const calls = JSON.parse(await text(request)) as { id: number; method: string }[];
      const answers = calls.map(({ id, method }) =>
        method === 'eth_getCode'
          ? { id, result: concat(['0xef0100', code]) }
          : { id, error: { code: 3, message: 'execution reverted', data } },
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
    });
    const chain = new ChainSources({ chainId: 1, rpcUrls: [url], quorum: 1 } as unknown as ChainEnv);
    const context = { chains: new Map([[1, chain]]), lookBudget: createLookBudget(300) } as unknown as AppContext;
    // Of an account that has delegated to a contract (ERC-8010): viem calls it by itself.
    const suffix = encodeAbiParameters(
      parseAbiParameters('(uint256, address, uint256, uint8, uint256, uint256), address, bytes'),
      [[1n, code, 0n, 0, 1n, 1n], wallet, '0x'],
    );
    const signature = concat(['0x12', suffix, toHex(size(suffix), { size: 32 }), `0x${'8010'.repeat(16)}`]);
    const proof = { wallet, chainId: 1, nonce: '' } as const;
    expect(await verifySignature(context, proof, { message: '', signature }, 1)).toBe(null);
    expect(asked).toBe(0);
  });
});

describe('an answer of which strangers determine the size', () => {
  const HEAD = { method: 'eth_blockNumber', params: [] };
  /** Answers one method with megabytes, at once or a piece at a time without end, and all others. */
  const serveLarge = (method: string, isSlow: boolean, atOnce: number) =>
    serve(async (request, response) => {
      const asked = JSON.parse(await text(request)) as
        | { id: number; method: string }
        | { id: number; method: string }[];
      response.writeHead(200, { 'content-type': 'application/json' });
      const answers = [asked].flat().map((call) => {
        const result = call.method === method ? `0x${'0'.repeat(1_500_000 / atOnce)}` : '0x1';
        return { jsonrpc: '2.0', id: call.id, result };
      });
      const isLarge = answers.some(({ result }) => result.length > 3);
      const body = JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
      if (isLarge && isSlow) response.write(body.slice(0, -10));
      else response.end(body);
    });

  test.concurrent.each([
    ['a transaction with a megabyte of input', 'eth_getTransactionByHash', false, 1],
    ['logs that do not arrive whole in time', 'eth_getLogs', true, 1],
    ['receipts that together do not arrive whole in time', 'eth_getTransactionReceipt', true, 2],
  ])('does not pause its source: %s (S26)', { tags: 'long' }, async (_, method, isSlow, atOnce) => {
    const source = openSource(await serveLarge(method, isSlow, atOnce), createPauses(1));
    const asked = Array.from({ length: atOnce }, () => source.request({ method, params: [] }));
    const failed = expect.objectContaining({ reason: expect.any(ResponseBodyTooLargeError) });
    expect(await Promise.allSettled(asked)).toEqual(asked.map(() => failed));
    expect(await source.request(HEAD)).toBe('0x1');
  });
});

test('an answer in pieces of one byte is refused before they are many, and its source is paused (S26)', async () => {
  let isTiny = true;
  const url = await serve(async (request, response) => {
    const [{ id }] = JSON.parse(await text(request)) as [{ id: number }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (isTiny) response.socket?.write('1\r\n \r\n'.repeat(50_000));
    response.end(JSON.stringify([{ jsonrpc: '2.0', id, result: '0x1' }]));
  });
  const source = openSource(url, createPauses(1));
  const ask = () => source.request({ method: 'eth_blockNumber', params: [] });
  await expect(ask()).rejects.toThrow();
  isTiny = false;
  await expect(ask()).rejects.toThrow('this source failed a moment ago');
});

test('sources that all fail at one question are not all paused: as many go on as are needed (S24)', async () => {
  const crowd = Array(30_000).fill({});
  const urls = await Promise.all(
    [1, 2, 3].map(() =>
      serve(async (request, response) => {
        const asked = JSON.parse(await text(request)) as { id: number; method: string }[];
        const answers = asked.map(({ id, method }) => ({ id, result: method === 'eth_getLogs' ? crowd : '0x1' }));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
      }),
    ),
  );
  const chain = new ChainSources({ chainId: 1, rpcUrls: urls, quorum: 2 } as unknown as ChainEnv);
  const ask = (method: string) => chain.readByQuorum((source) => source.request({ method, params: [] }));
  await expect(ask('eth_getLogs')).rejects.toThrow('0 of 3 sources answered');
  expect(await ask('eth_blockNumber')).toBe('0x1');
});

test('what takes all sources too long shares no answer with the server’s own work if a caller asked, and none is paused (S24)', {
  tags: 'long',
}, async () => {
  const urls = await Promise.all(
    [1, 2].map(() =>
      serve(async (request, response) => {
        const asked = JSON.parse(await text(request)) as { id: number; method: string }[];
        // Such as the code of a contract that is to check a signature.
        if (asked.some(({ method }) => method === 'eth_call')) return;
        response.end(JSON.stringify(asked.map(({ id }) => ({ id, result: '0x1' }))));
      }),
    ),
  );
  // One of three is down, so that these two are needed.
  const rpcUrls = [...urls, 'http://127.0.0.1:1'];
  const chain = new ChainSources({ chainId: 1, rpcUrls, quorum: 2 } as unknown as ChainEnv);
  const ask = (method: string) => chain.readByQuorum((source) => source.request({ method, params: [] }));
  const asked = metering(
    () => undefined,
    () => ask('eth_call'),
  );
  expect(await ask('eth_blockNumber')).toBe('0x1');
  await expect(asked).rejects.toThrow('0 of 3 sources answered');
  expect(await ask('eth_blockNumber')).toBe('0x1');
});

test.each([
  ['crowded', ','],
  ['long', 'x'],
])(
  'a %s text with which a contract reverts costs who asked its size, and no source is paused for it (S24, S25)',
  async (_, sign) => {
    const error = {
      code: 3,
      message: `execution reverted: ${sign.repeat(200_000)}`,
      data: `0x${'2c'.repeat(200_000)}`,
    };
    const url = await serve(async (request, response) => {
      const asked = JSON.parse(await text(request)) as { id: number; method: string }[];
      const answers = asked.map(({ id, method }) => (method === 'eth_call' ? { id, error } : { id, result: '0x1' }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
    });
    // The other one is down, so that this one is needed.
    const rpcUrls = [url, 'http://127.0.0.1:1'];
    const chain = new ChainSources({ chainId: 1, rpcUrls, quorum: 1 } as unknown as ChainEnv);
    const ask = (method: string) => chain.readByQuorum((source) => source.request({ method, params: [] }));
    let calls = 0;
    const meter = (more: number) => {
      calls += more;
    };
    await expect(metering(meter, () => ask('eth_call'))).rejects.toThrow('0 of 2 sources answered');
    // One for each call, and one for each 60,000 bytes.
    expect(calls).toBe(12);
    expect(await ask('eth_blockNumber')).toBe('0x1');
  },
);

test('lists of logs of one contract that are too large together are told one by one, and one after the other (S24)', async () => {
  let [atOnce, most] = [0, 0];
  const log = { topics: [], data: `0x${'00'.repeat(500)}` };
  const url = await serve(async (request, response) => {
    const asked = JSON.parse(await text(request)) as LogCall | LogCall[];
    const answers = [asked].flat().map(({ id, params: [{ blockHash }] }) => ({
      ...{ jsonrpc: '2.0', id },
      result: new Array(blockHash === '0x1' ? 1 : 9_000).fill(log),
    }));
    if (!Array.isArray(asked)) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      response.on('finish', () => {
        atOnce -= 1;
      });
      await new Promise(setImmediate);
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  });
  const source = openSource(url, createPauses(1));
  const lists = ['0x1', '0x2', '0x3'].map((blockHash) =>
    source.request({ method: 'eth_getLogs', params: [{ blockHash, address: ['0x5'], topics: [] }] }),
  );
  expect((await Promise.all(lists)).map((list) => (list as unknown[]).length)).toEqual([1, 9_000, 9_000]);
  expect(most).toBe(1);
});

describe('a source that allows only few calls at once answers them one by one', () => {
  const error = (message: string) => ({ jsonrpc: '2.0', id: 1, error: { code: -32600, message } });
  test.each([
    ['with one error for all', 500, error('Batch of more than 3 requests are not allowed'), 3],
    ['with a list of one', 200, [error('batch too large')], 3],
    ['as too large', 413, 'Payload Too Large', 3],
    ['if there is any', 400, error('batching is not supported'), 0],
  ])('where it refuses more %s (S24)', async (_, status, refusal, most) => {
    const url = await serve(async (request, response) => {
      const asked = JSON.parse(await text(request)) as { id: number } | { id: number }[];
      const answers = [asked].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
      const isRefused = Array.isArray(asked) && asked.length > most;
      response.writeHead(isRefused ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRefused ? refusal : Array.isArray(asked) ? answers : answers[0]));
    });
    const source = openSource(url, createPauses(1));
    for (const method of ['eth_blockNumber', 'eth_getLogs']) {
      const calls = Array.from({ length: 8 }, () => source.request({ method, params: [] }));
      expect(await Promise.all(calls)).toEqual(new Array(8).fill('0x1'));
    }
  });
});

test.each([
  ['lacks one in the middle', (answers: Answer[]) => answers.toSpliced(1, 1)],
  ['has one without its name', (answers: Answer[]) => answers.with(1, { id: null, error: { code: 1, message: 'no' } })],
  ['has one twice', (answers: Answer[]) => [...answers.slice(0, 1), ...answers]],
])('a list of answers that %s gives no call the answer of another (S24)', async (_, change) => {
  const url = await serve(async (request, response) => {
    const asked = JSON.parse(await text(request)) as NumberedCall | NumberedCall[];
    const answers = [asked].flat().map(({ id, params: [result] }): Answer => ({ id, result }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(asked) ? change(answers) : answers[0]));
  });
  const source = openSource(url, createPauses(1));
  const numbers = ['0x1', '0x2', '0x3', '0x4'];
  const calls = numbers.map((number) => source.request({ method: 'eth_getBlockByNumber', params: [number, false] }));
  expect(await Promise.all(calls)).toEqual(numbers);
});
