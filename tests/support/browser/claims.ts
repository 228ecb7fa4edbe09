import { expect } from '@playwright/test';
import { erc20Abi } from 'viem';
import type { AllocationView } from '#src/contract/allocation.ts';
import { rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import type { HandoverStep, StepOutcome } from '#src/dev/rehearsal/rehearsal-state.ts';
import type { AllocationEntry } from '#src/lib/allocation/entry.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { appendRecord } from '#src/server/platform/records/append-record.ts';
import { readEntries } from '../allocation-lists.ts';
import { storeFinalList } from '../store-final-list.ts';
import { chainClient } from './local-chains.ts';

/** Seconds from the deployment until claiming opens, and from then until stakes do. */
const OPENS_AFTER = 86_400n;
export const WEEK = 7n * 86_400n;
/** The server looks at the contract, and for lists to publish, every few seconds. */
const PATIENCE = { timeout: 30_000 };

/** A final list whose contract a site names, and which holds its tokens. */
export interface ListedClaims {
  /** Sends the claim of an account as a stranger; the transaction's hash. */
  claimFor(account: string): Promise<string>;
  balanceOf(account: string): Promise<bigint>;
  /** Lets so many seconds pass after the opening, unless more have passed. */
  openSince(seconds: bigint): Promise<void>;
}

/** Stores a final list at a site, whose switches then deploy and fund its contract; resolves when all is published. */
export async function publishClaims(
  { url, context }: { readonly url: string; readonly context: AppContext },
  entries: readonly AllocationEntry[],
): Promise<ListedClaims> {
  const { token, chainId } = rehearsalDistributor();
  const client = chainClient(chainId);
  const { timestamp } = await client.getBlock();
  const opens = timestamp + OPENS_AFTER;
  await storeList(context, entries, opens * 1_000n);
  const press = async (step: HandoverStep, wallet?: string): Promise<StepOutcome> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/rehearsal/handover`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ step, wallet }) },
    });
    const outcome = (await answer.json()) as StepOutcome;
    expect(outcome.refused, step).toBeUndefined();
    return outcome;
  };
  await press('deploy');
  await press('fund');
  const read = async <Answer>(path: string) => (await (await fetch(`${url}${path}`)).json()) as Answer;
  const named = async () => (await read<AllocationView>('/api/allocation')).distributor;
  await expect.poll(named, PATIENCE).toMatchObject({ fundedAt: expect.any(String) });
  const manifest = () => read<{ payload: object }>('/allocation/1/manifest.json').catch(() => null);
  await expect.poll(manifest, PATIENCE).toMatchObject({ payload: { token } });
  return {
    claimFor: async (wallet) => {
      const { said } = await press('stranger', wallet);
      return /0x[0-9a-f]{64}/.exec(said[0] ?? '')?.[0] ?? '';
    },
    balanceOf: (wallet) =>
      client.readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [wallet as `0x${string}`] },
      }),
    openSince: async (seconds) => {
      const now = await client.getBlock();
      if (now.timestamp >= opens + seconds) return;
      await client.setNextBlockTimestamp({ timestamp: opens + seconds });
      await client.mine({ blocks: 1 });
    },
  };
}

async function storeList({ db }: AppContext, entries: readonly AllocationEntry[], opens: bigint): Promise<void> {
  const sorted = [...entries].sort((one, other) => (one.address < other.address ? -1 : 1));
  const { root, hash, count, totals } = readEntries(sorted);
  await storeFinalList(db, opens, { root, list_hash: hash, wallets: BigInt(count), ...totals });
  const listed = { batch: 1n, class: 'listed', reason: null, chain_id: null } as const;
  await db
    .insertInto('allocation_entries')
    .values(sorted.map((entry) => ({ ...listed, ...entry })))
    .execute();
  const amounts = Object.fromEntries(Object.entries(totals).map(([kind, amount]) => [kind, String(amount)]));
  const data = {
    ...{ batch: 1, chainId: rehearsalDistributor().chainId, opensAt: new Date(Number(opens)).toISOString() },
    ...{ root, listHash: hash, wallets: count, totals: amounts },
  };
  const record = { kind: 'allocation', event: 'final', data, subject: null, wallet: null, source: 'final' } as const;
  await db.transaction().execute((tx) => appendRecord(tx, { ...record, at: BigInt(Date.now()) }));
}
