import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { metering } from '#src/server/platform/chains/call-meter.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { firstAnswers } from '#src/server/platform/chains/first-answers.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';

const STEP = { method: 'eth_getTransactionByHash', params: [] };
const READS = ['quorum', 'first answers'] as const;
const quick: RpcReader = { request: async () => '0x1' };

/** Three sources, of which two must agree. */
const chainOf = (sources: readonly RpcReader[]) =>
  new ChainSources({ chainId: 1, rpcUrls: ['', '', ''], quorum: 2 } as unknown as ChainEnv, sources);

/** A source that answers when it is told to, and what it was asked. */
function slowSource() {
  const open: (() => void)[] = [];
  let asked = 0;
  return {
    request: async () => {
      asked += 1;
      await new Promise<void>((resolve) => open.push(resolve));
      return '0x1';
    },
    asked: () => asked,
    answer: async () => {
      for (const resolve of open.splice(0)) resolve();
      await new Promise(setImmediate);
    },
  };
}

describe('a reading of a source', () => {
  /** Asks for one thing after the other, as for the transactions of a block. */
  const readAll = async (source: RpcReader) => {
    for (let step = 1; step < 100; step += 1) if ((await source.request(STEP)) !== '0x1') break;
    return source.request(STEP);
  };
  const read = (chain: ChainSources, how: (typeof READS)[number]) =>
    how === 'quorum' ? chain.readByQuorum(readAll) : firstAnswers(chain.sources, chain.quorum, readAll, () => true);

  test.each(READS)('ends at its next call once nobody waits for it: by %s (S24)', async (how) => {
    const slow = slowSource();
    await read(chainOf([quick, slow, quick]), how);
    await slow.answer();
    await slow.answer();
    expect(slow.asked()).toBe(1);
  });

  test('goes on while the sources that have answered do not agree (S24)', async () => {
    const slow = slowSource();
    const reading = read(chainOf([quick, slow, { request: async () => '0x2' }]), 'quorum');
    while (slow.asked() < 100) await slow.answer();
    await slow.answer();
    expect(await reading).toBe('0x1');
  });

  test('is not begun while two hundred of that source go on: the others decide (S24)', async () => {
    const slow = slowSource();
    const chain = chainOf([quick, slow, quick]);
    for (let reading = 0; reading < 300; reading += 1) await read(chain, 'quorum');
    expect(slow.asked()).toBe(200);
    await slow.answer();
    await read(chain, 'quorum');
    expect(slow.asked()).toBe(201);
  });
});

describe('a receipt of megabytes', () => {
  /** Answers with pieces of 100 KB, one after the other, until `mostBytes` or the connection is closed. */
  async function serve(mostBytes: number) {
    let [told, closed] = [0, false];
    const piece = '0'.repeat(100_000);
    const server = createServer((_, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      const tell = () => {
        if (told >= mostBytes) return void response.end('"}');
        told += piece.length;
        response.write(piece, (error) => {
          if (error == null) setImmediate(tell);
        });
      };
      response.write('{"jsonrpc":"2.0","id":1,"result":"0x');
      tell();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      isClosed: () => closed,
      told: () => told,
      stop: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }
  const ask = (chain: ChainSources) =>
    chain.readByQuorum((source) => source.request({ method: 'eth_getTransactionReceipt', params: [] }));

  test('that nobody waits for is not read to its end (S24)', async () => {
    const large = await serve(Number.POSITIVE_INFINITY);
    const env = { chainId: 1, rpcUrls: [large.url], quorum: 1 } as unknown as ChainEnv;
    const [slow = quick] = new ChainSources(env).sources;
    await ask(chainOf([quick, slow, quick]));
    await expect.poll(large.isClosed).toBe(true);
    expect(large.told()).toBeLessThan(8_000_000);
    await large.stop();
  });

  test('that is too large costs a caller what was read of it (S25)', async () => {
    const large = await serve(20_000_000);
    const env = { chainId: 1, rpcUrls: [large.url], quorum: 1 } as unknown as ChainEnv;
    let calls = 0;
    const asked = metering(
      (more) => {
        calls += more;
      },
      () => ask(new ChainSources(env)),
    );
    await expect(asked).rejects.toThrow('0 of 1 sources answered');
    // One for each 60,000 bytes of 16 MB, or of what a busy machine reads in five seconds; some are under way.
    expect(calls).toBeGreaterThanOrEqual((large.told() - 6_000_000) / 60_000);
    expect(calls).toBeGreaterThan(60);
    await large.stop();
  });
});
