import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { erc20Abi, parseAbi, parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { findToken } from '#src/config/tokens.ts';
import { type LocalChain, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { startPacemaker } from '#src/dev/chains/pacemaker.ts';
import { provision } from '#src/dev/chains/provision.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { mined, minedReceipt } from '#tests/support/pay.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const [ALICE, BOB] = DEVELOPMENT_ACCOUNTS;
const FEED = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  'function getRoundData(uint80) view returns (uint80, int256, uint256, uint256, uint80)',
  'function setAnswer(int256)',
  'function setManual(bool)',
  'function pushRound(int256, uint256)',
]);

function tokenAddress(chainId: ChainId, symbol: string) {
  const address = findToken(chainId, symbol)?.address;
  if (address === undefined || address === null) throw new Error(`${symbol} has no address on chain ${chainId}`);
  return address;
}

function balanceOf({ client }: LocalChain, token: `0x${string}`, holder: `0x${string}`, blockNumber?: bigint) {
  const call = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] } as const;
  return client.readContract(blockNumber === undefined ? call : { ...call, blockNumber });
}

describe('a fresh chain', () => {
  const chains = new Map<ChainId, LocalChain>();
  const chain = (chainId: ChainId): LocalChain => chains.get(chainId) as LocalChain;

  beforeAll(async () => {
    const started = await Promise.all(CHAIN_IDS.map((chainId) => startLocalChain({ chainId })));
    for (const one of started) chains.set(one.chainId, one);
    await Promise.all(started.map(provision));
  });
  afterAll(() => Promise.all([...chains.values()].map((one) => one.stop())));

  test.each([
    ['[R3.015]', 1, 'USDC', 6],
    ['[R3.016]', 1, 'USDT', 6],
    ['[R3.030]', 1, 'USD1', 18],
    ['[R3.019]', 56, 'USDC', 18],
    ['[R3.020]', 56, 'USDT', 18],
    ['[R3.021]', 56, 'BUSD', 18],
    ['[R3.024]', 137, 'USDC', 6],
    ['[R3.025]', 137, 'USDT', 6],
  ] as const)(
    '%s has on chain %i the listed %s of %i decimals at its real address',
    async (_, chainId, symbol, decimals) => {
      const contract = { address: tokenAddress(chainId, symbol), abi: erc20Abi };
      const { client } = chain(chainId);
      expect(await client.readContract({ ...contract, functionName: 'symbol' })).toBe(symbol);
      expect(await client.readContract({ ...contract, functionName: 'decimals' })).toBe(decimals);
      for (const holder of DEVELOPMENT_ACCOUNTS) {
        // The presale address starts empty, so that its whole balance was paid to it.
        const held = holder === DEVELOPMENT_PRESALE_ADDRESS ? 0n : parseUnits('1000000', decimals);
        expect(await balanceOf(chain(chainId), contract.address, holder)).toBe(held);
      }
    },
  );

  test('is set up by one block and left alone the second time', async () => {
    const one = chain(137);
    const head = await one.client.getBlockNumber();
    await provision(one);
    expect(await one.client.getBlockNumber()).toBe(head);
    expect(await one.client.getTransactionCount({ address: ALICE })).toBe(0);
  });

  test('moves native coins for 21000 gas', async () => {
    const { client } = chain(56);
    const hash = await client.sendTransaction({ account: ALICE, to: BOB, value: parseEther('1'), gas: 21_000n });
    const receipt = await minedReceipt(client, hash);
    expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, logs: [] });
    expect(await client.getBalance({ address: BOB })).toBe(parseEther('10001'));
  });

  test('moves the USDT of chain 1, whose transfer returns nothing', async () => {
    const { client } = chain(1);
    const token = tokenAddress(1, 'USDT');
    const transfer = { account: ALICE, address: token, functionName: 'transfer', args: [BOB, 5n] } as const;
    await expect(client.simulateContract({ ...transfer, abi: erc20Abi })).rejects.toThrow(/returned no data/);
    const hash = await client.writeContract({ ...transfer, abi: parseAbi(['function transfer(address, uint256)']) });
    const receipt = await minedReceipt(client, hash);
    expect(receipt.status).toBe('success');
    expect(receipt.logs).toHaveLength(1);
    expect(await balanceOf(chain(1), token, BOB)).toBe(parseUnits('1000000', 6) + 5n);
  });

  test.each([
    [1, 'ETH / USD', 451_348_000_000n],
    [56, 'BNB / USD', 91_804_000_000n],
    [137, 'MATIC / USD', 80_000_000n],
  ] as const)('has on chain %i the price feed %s', async (chainId, description, price) => {
    const { client } = chain(chainId);
    const feed = { address: FEEDS[chainId].address, abi: FEED };
    expect(await client.readContract({ ...feed, functionName: 'decimals' })).toBe(8);
    expect(await client.readContract({ ...feed, functionName: 'description' })).toBe(description);
    const [roundId, answer, , updatedAt] = await client.readContract({ ...feed, functionName: 'latestRoundData' });
    const { timestamp } = await client.getBlock();
    expect(answer).toBe(price);
    expect(timestamp - updatedAt).toBeLessThan(31n);
    // A day of rounds can be walked back, 30 seconds apart.
    for (const back of [1n, 2n, 2000n]) {
      const round = await client.readContract({ ...feed, functionName: 'getRoundData', args: [roundId - back] });
      expect(round).toEqual([roundId - back, price, updatedAt - 30n * back, updatedAt - 30n * back, roundId - back]);
    }
    for (const unknown of [roundId + 10n, roundId - 3000n, 5n]) {
      const read = client.readContract({ ...feed, functionName: 'getRoundData', args: [unknown] });
      await expect(read).rejects.toThrow('No data present');
    }
  });

  test('keeps the rounds before a new price unchanged', async () => {
    const { client } = chain(56);
    const feed = { address: FEEDS[56].address, abi: FEED };
    const [before, old] = await client.readContract({ ...feed, functionName: 'latestRoundData' });
    await mined(
      client,
      await client.writeContract({ ...feed, account: ALICE, functionName: 'setAnswer', args: [77n] }),
    );
    await client.increaseTime({ seconds: 60 });
    await client.mine({ blocks: 1 });
    const [after, answer] = await client.readContract({ ...feed, functionName: 'latestRoundData' });
    expect(after).toBeGreaterThan(before);
    expect(answer).toBe(77n);
    expect((await client.readContract({ ...feed, functionName: 'getRoundData', args: [before] }))[1]).toBe(old);
  });

  test('lets a test push its own rounds, in a separate phase', async () => {
    const { client } = chain(137);
    const feed = { address: FEEDS[137].address, abi: FEED };
    await mined(
      client,
      await client.writeContract({ ...feed, account: ALICE, functionName: 'setManual', args: [true] }),
    );
    for (const [answer, at] of [
      [80n, 1000n],
      [0n, 1030n],
    ] as const) {
      await mined(
        client,
        await client.writeContract({ ...feed, account: ALICE, functionName: 'pushRound', args: [answer, at] }),
      );
    }
    const [roundId, answer, , updatedAt] = await client.readContract({ ...feed, functionName: 'latestRoundData' });
    expect([roundId, answer, updatedAt]).toEqual([(2n << 64n) | 2n, 0n, 1030n]);
    const previous = await client.readContract({ ...feed, functionName: 'getRoundData', args: [roundId - 1n] });
    expect([previous[1], previous[3]]).toEqual([80n, 1000n]);
    await mined(
      client,
      await client.writeContract({ ...feed, account: ALICE, functionName: 'setManual', args: [false] }),
    );
    expect((await client.readContract({ ...feed, functionName: 'latestRoundData' }))[0] >> 64n).toBe(1n);
  });
});

describe('the pacemaker', () => {
  const chain = onceForAll(() => startLocalChain({ chainId: 1 }));

  test('mines 14 blocks after a transaction and then waits', async () => {
    const pacemaker = startPacemaker(chain, { fastMs: 5, idleMs: 600_000 });
    const hash = await chain.client.sendTransaction({ account: ALICE, to: BOB, value: 1n });
    const { blockNumber } = await minedReceipt(chain.client, hash);
    await expect.poll(() => chain.client.getBlockNumber(), { timeout: 20_000 }).toBe(blockNumber + 14n);
    await pacemaker.stop();
  });

  test('mines when nothing happens, and outlives a chain that is gone', async () => {
    const failures: unknown[] = [];
    const head = await chain.client.getBlockNumber();
    const pacemaker = startPacemaker(chain, { fastMs: 5, idleMs: 20, onError: (error) => failures.push(error) });
    await expect.poll(() => chain.client.getBlockNumber(), { timeout: 20_000 }).toBeGreaterThan(head + 2n);
    await chain.kill();
    await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(1);
    await pacemaker.stop();
  });
});

describe('a chain kept in a file', () => {
  const folder = sharedFolder();

  test('has after a restart every balance, block, receipt, log and recent state unchanged', {
    tags: 'long',
  }, async () => {
    const options = { chainId: 1, stateFile: join(folder, 'kept.json') } as const;
    const usdc = tokenAddress(1, 'USDC');
    let chain = await startLocalChain(options);
    await provision(chain);
    // More blocks than a kept state needs the hashes of, so that the file is trimmed.
    for (const _ of [1, 2]) await chain.client.mine({ blocks: 150 });
    const hash = await chain.client.writeContract({
      account: ALICE,
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [DEVELOPMENT_PRESALE_ADDRESS, 250_000_000n],
    });
    await chain.client.sendTransaction({ account: BOB, to: DEVELOPMENT_PRESALE_ADDRESS, value: 3n });
    await chain.client.mine({ blocks: 100 });
    const read = async () => {
      const receipt = await minedReceipt(chain.client, hash);
      const { blockNumber } = receipt;
      return {
        receipt,
        transaction: await chain.client.getTransaction({ hash }),
        block: await chain.client.getBlock({ blockNumber }),
        oldBlock: await chain.client.getBlock({ blockNumber: 1n }),
        head: await chain.client.getBlock(),
        logs: await chain.client.getLogs({ address: usdc, fromBlock: 0n }),
        before: await balanceOf(chain, usdc, DEVELOPMENT_PRESALE_ADDRESS, blockNumber - 1n),
        after: await balanceOf(chain, usdc, DEVELOPMENT_PRESALE_ADDRESS, blockNumber),
        coins: await chain.client.getBalance({ address: DEVELOPMENT_PRESALE_ADDRESS }),
        nonce: await chain.client.getTransactionCount({ address: ALICE }),
      };
    };
    const first = await read();
    expect(first.after - first.before).toBe(250_000_000n);
    for (const _ of [1, 2]) {
      await chain.stop();
      chain = await startLocalChain(options);
      expect(await read()).toEqual(first);
    }
    await provision(chain);
    await chain.client.mine({ blocks: 1 });
    const next = await chain.client.getBlock();
    expect(next.parentHash).toBe(first.head.hash);
    expect(Math.abs(Number(next.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    await chain.stop();
  });

  test('reports a damaged file and a taken port', async () => {
    const options = { chainId: 56, stateFile: join(folder, 'damaged.json') } as const;
    const chain = await startLocalChain(options);
    const taken = startLocalChain({ chainId: 137, port: Number(new URL(chain.rpcUrl).port) });
    await expect(taken).rejects.toMatchObject({
      code: 'port-taken',
      message: expect.stringContaining('already in use'),
    });
    await chain.stop();
    await truncate(options.stateFile, 100);
    await expect(startLocalChain(options)).rejects.toMatchObject({ code: 'state-damaged' });
  });
});
