import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import { REHEARSAL_CLAIMS, REHEARSAL_DEPLOYER } from '#src/config/development-accounts.ts';
import { readDistributor } from '#src/config/distributor.ts';
import { compileContracts } from '#src/dev/chains/compile.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import type { ClaimFileList } from '#src/lib/allocation/claim-file.ts';
import { type AllocationEntry, AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { readEntries, shardFiles } from '../allocation-lists.ts';
import { minedReceipt } from '../pay.ts';
import { chainClient } from './local-chains.ts';

const SUPPLY = 1_110_000_000n * 10n ** 9n;
const GAS = 3_000_000n;
/** Seconds from the deployment until claiming opens, and from then until stakes do. */
export const OPENS_AFTER = 86_400n;
export const WEEK = 7n * 86_400n;

/** The rehearsal's contracts with a list, and the files that a site serves of it. */
export interface ListedClaims {
  /** The one shard of the list, and what its claim.html has of it. */
  readonly shard: string;
  readonly ofFile: ClaimFileList;
  /** Serves the files of the list to a page. */
  serve(page: Page): Promise<void>;
  /** Sends the claim of an account as a stranger; the transaction's hash. */
  claimFor(account: string): Promise<string>;
  balanceOf(account: string): Promise<bigint>;
  /** Lets so many seconds pass after the opening, unless more have passed. */
  openSince(seconds: bigint): Promise<void>;
}

/** Deploys token and claims on the run's Polygon, where the site was built to expect them, and funds the list. */
export async function deployListedClaims(entries: readonly AllocationEntry[]): Promise<ListedClaims> {
  const distributor = readDistributor(REHEARSAL_CLAIMS);
  if (distributor === null) throw new Error('no claims in a rehearsal');
  const client = chainClient(distributor.chainId);
  const { SynxToken, SynxClaims } = await compileContracts('contracts');
  if (SynxToken === undefined || SynxClaims === undefined) throw new Error('not compiled');
  const sorted = [...entries].sort((one, other) => (one.address < other.address ? -1 : 1));
  const list = readEntries(sorted);
  const total = Object.values(list.totals).reduce((sum, amount) => sum + amount, 0n);
  const account = REHEARSAL_DEPLOYER;
  await call(client, 'anvil_setBalance', [account, '0xde0b6b3a7640000']);
  const send = async (made: Promise<Hex>) => minedReceipt(client, await made);
  const common = { account, chain: null, gas: GAS } as const;
  await send(client.deployContract({ ...common, ...SynxToken, args: [[{ to: account, amount: SUPPLY }]] }));
  const { timestamp } = await client.getBlock();
  const opens = timestamp + OPENS_AFTER;
  const at = (start: bigint, end = start) => ({ start, end });
  const schedules = [at(opens), at(opens + WEEK), at(opens), at(opens, opens + 365n * 86_400n)];
  const args = [distributor.token, list.root, list.hash, total, schedules];
  await send(client.deployContract({ ...common, ...SynxClaims, args }));
  const token = { ...common, address: distributor.token, abi: SynxToken.abi };
  await send(client.writeContract({ ...token, functionName: 'transfer', args: [distributor.claims, total] }));
  const claims = { ...common, address: distributor.claims, abi: SynxClaims.abi };
  await send(client.writeContract({ ...claims, functionName: 'fund' }));
  const [shard = ''] = shardFiles(sorted, list).values();
  const payload = { batch: 1, state: 'final', root: list.root, shardDigits: 0, claims: distributor.claims };
  const time = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString();
  const ofFile = {
    ...{ batch: 1, ...distributor, root: list.root, listHash: list.hash, shardDigits: 0 },
    schedules: AMOUNT_KINDS.map((kind, index) => {
      const { start, end } = schedules[index] ?? at(opens);
      return { kind, start: time(start), end: time(end) };
    }),
  };
  return {
    ...{ shard, ofFile },
    serve: async (page) => {
      await page.route('**/allocation/1/manifest.json', (route) => route.fulfill({ json: { payload } }));
      await page.route('**/allocation/1/s/all.json', (route) => route.fulfill({ body: shard }));
    },
    claimFor: async (wallet) => {
      const found = openShard(shard, list.root).proofOf(wallet.toLowerCase());
      if (found === null) throw new Error('not listed');
      const data = claimCalldata({ ...found, to: null });
      const hash = await client.sendTransaction({ ...common, to: distributor.claims, data });
      await minedReceipt(client, hash);
      return hash;
    },
    balanceOf: async (wallet) =>
      (await client.readContract({ ...token, functionName: 'balanceOf', args: [wallet] })) as bigint,
    openSince: async (seconds) => {
      const now = await client.getBlock();
      if (now.timestamp >= opens + seconds) return;
      await client.setNextBlockTimestamp({ timestamp: opens + seconds });
      await client.mine({ blocks: 1 });
    },
  };
}
