import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { startLocalChain } from '#src/dev/chains/local-chain.ts';
import { type AllocationEntry, totalOf } from '#src/lib/allocation/entry.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { writePush } from '#src/server/push-claims.ts';
import { readEntries } from '#tests/support/allocation-lists.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { minedReceipt } from '#tests/support/pay.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { deployClaims, deployToken, fund, lineOf, read, waitUntil } from './support/on-chain.ts';

const chain = onceForAll(() => startLocalChain({ chainId: 56 }));
const folder = sharedFolder();

const WALLETS = 300;

const DAY = 86_400n;

it('sends everybody what has opened, but no contract and nothing twice, in as little gas as it says', async () => {
  const { client } = chain;
  const token = await deployToken(client);
  const contractWallet = (await deployToken(client)).address.toLowerCase();
  const entryOf = (address: string, n: number): AllocationEntry => {
    const [, bought, staked, rewards, airdrop] = lineOf(n);
    return { address, bought, staked, rewards, airdrop };
  };
  const entries = Array.from({ length: WALLETS - 1 }, (_, n) => entryOf(lineOf(n)[0], n));
  const sorted = [...entries, entryOf(contractWallet, WALLETS)].sort((a, b) => (a.address < b.address ? -1 : 1));
  const list = readEntries(sorted);
  const [delegated, early] = entries as [AllocationEntry, AllocationEntry];
  await client.setCode({ address: delegated.address as Hex, bytecode: `0xef0100${'ab'.repeat(20)}` });
  const { timestamp } = await client.getBlock();
  const start = timestamp + DAY;
  const total = totalOf(list.totals);
  const claims = await deployClaims(client, token, list.root, total, { start, end: start + 2n * DAY });
  const source = client as unknown as RpcReader;
  const known = { chainId: 56 as const, rpcUrls: [], quorum: 2, startBlock: 0n, heartbeatSeconds: 60 };
  const push = (given: readonly RpcReader[] = [source, source], more = {}) =>
    writePush({
      ...{ list, claims: claims.address, folder, batchSize: null, withContracts: false },
      entries: (async function* () {
        yield* sorted;
      })(),
      chain: new ChainSources(known, given),
      ...more,
    });
  const files = () => readdirSync(folder).filter((name) => name.startsWith('push-'));
  const sendAll = async () => {
    const gas: bigint[] = [];
    for (const name of files()) {
      const { chainId, transactions } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      expect([chainId, transactions.length, transactions[0].to, transactions[0].value]).toEqual([
        ...['56', 1, claims.address, '0'],
      ]);
      const { data } = transactions[0];
      const [account] = DEVELOPMENT_ACCOUNTS;
      const hash = await client.sendTransaction({ account, chain: null, to: claims.address, data, gas: 25_000_000n });
      gas.push((await minedReceipt(client, hash)).gasUsed);
      rmSync(join(folder, name));
    }
    return gas;
  };
  const balanceOf = (address: string) => read<bigint>(client, token, 'balanceOf', [address]);

  await expect(push()).rejects.toThrow('does not hold its tokens yet');
  await fund(client, token, claims, total);
  expect(await push()).toContain(`not open   ${WALLETS} wallets, skipped`);
  expect(files()).toEqual([]);

  await waitUntil(client, start + DAY);
  const summary = await push();
  expect(summary).toContain('contracts  1 wallets, skipped: contracts.txt');
  expect(readFileSync(join(folder, 'contracts.txt'), 'utf8')).toBe(`${contractWallet}\n`);
  const stated = [...summary.matchAll(/(\d+) wallets, [\d.]+ SYNX, gas about (\d+)/g)].map(([, wallets, gas]) => [
    Number(wallets),
    BigInt(gas ?? 0),
  ]);
  expect(stated.map(([wallets]) => wallets)).toEqual([100, 100, 99]);
  const used = await sendAll();
  for (const [index, gas] of used.entries()) expect(gas).toBeLessThanOrEqual(stated[index]?.[1] as bigint);
  expect(await balanceOf(contractWallet)).toBe(0n);
  expect(await balanceOf(delegated.address)).toBeGreaterThan(0n);

  // Everything has opened.
  await waitUntil(client, start + 2n * DAY);
  const own = await push(undefined, { batchSize: 7 });
  expect(files()).toHaveLength(Math.ceil((WALLETS - 1) / 7));
  expect(own).toContain('received   0 wallets');
  await sendAll();
  expect(await push()).toContain(`received   ${WALLETS - 1} wallets, skipped`);
  expect(await balanceOf(early.address)).toBe(totalOf(early));
  expect(await push(undefined, { withContracts: true })).toContain('1 wallets, ');
  await sendAll();
  expect(await balanceOf(claims.address)).toBe(0n);

  // A source that hides what has been paid.
  const lying: RpcReader = {
    request: async (call) => {
      const answer = await source.request(call);
      const [asked] = call.params as readonly [{ readonly data?: string } | undefined];
      return asked?.data?.startsWith('0xc884ef83') ? `0x${'0'.repeat(64)}` : answer;
    },
  };
  await expect(push([source, lying])).rejects.toThrow('no 2 of them agree');
  const other = { ...list, root: `0x${'1'.repeat(64)}` };
  await expect(push(undefined, { list: other })).rejects.toThrow('has another list');
});
