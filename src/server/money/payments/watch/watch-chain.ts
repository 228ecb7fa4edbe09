import type { ChainId } from '#src/config/chains.ts';
import type { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { checkContracts, WrongChainError, wrongSources } from '#src/server/platform/chains/startup-checks.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { holdLease, releaseLease } from '#src/server/platform/database/leases.ts';
import { readFeedPrice } from '../../sale/read-feed-price.ts';
import { valuePayments } from '../verify/worth.ts';
import { checkCoinBalance } from './check-coin-balance.ts';
import { checkOpenPayments } from './check-open-payments.ts';
import { checkTokenBalances } from './check-token-balances.ts';
import { scanChain } from './scan-chain.ts';
import { syncCandidates, syncDust, syncUnknown } from './sync-candidates.ts';
import { watchHead } from './watch-head.ts';

const LEASE_MS = 20_000;
/** How often a pass renews its lease. */
const RENEW_MS = 2_000;
/** How long each part of a pass may take before the others get their turn. */
const SHARE_MS = 2_000;
const FEED_EVERY_MS = 8_000;
const CHECKS_EVERY_MS = 60_000;

/** The dearest first, since all spend the same calls; a Safe's coins before the comparison that would miss them. */
const PARTS = [
  scanChain,
  syncCandidates,
  checkOpenPayments,
  syncUnknown,
  checkTokenBalances,
  checkCoinBalance,
  syncDust,
];

export interface ChainPass {
  readonly feedReadAt: number;
  readonly checkedAt: number;
}

/**
 * One pass over a chain by the instance that holds its lease: price feed, new blocks, their candidates, open payments,
 * the presale's tokens and coins. A part that fails does not stop the others. Returns the state for the next pass;
 * throws the first failure after every part has had its turn.
 */
export async function watchChain(
  context: AppContext,
  chainId: ChainId,
  owner: string,
  last: ChainPass,
): Promise<ChainPass> {
  const now = context.now();
  const chain = chainOf(context, chainId);
  let { checkedAt, feedReadAt } = last;
  // After somebody sets the clock back, feed and contracts must still be read.
  const isDue = (at: number, everyMs: number) => now - at >= everyMs || now < at;
  const unread = chain.contracts.size === 0 || [...chain.contracts.values()].includes('unread');
  if (unread || isDue(checkedAt, CHECKS_EVERY_MS)) {
    await check(context, chainId);
    checkedAt = now;
  }
  const name = `watch:${chainId}`;
  let renewed = { isHeld: false, at: 0 };
  const lease = async () => {
    if (!renewed.isHeld || performance.now() - renewed.at >= RENEW_MS)
      renewed = {
        isHeld: await holdLease(context.db, { name, owner }, context.now(), LEASE_MS),
        at: performance.now(),
      };
    return renewed.isHeld;
  };
  if (!(await lease())) {
    // By the time this instance watches again, others will have compared the balances.
    chain.tokenPoints.clear();
    chain.starts.clear();
    chain.waitingSince = null;
    return { checkedAt, feedReadAt };
  }
  const failures: unknown[] = [];
  const attempt = async (part: () => Promise<void>) => {
    await part().catch((error: unknown) => failures.push(error));
  };
  if (isDue(feedReadAt, FEED_EVERY_MS)) {
    await attempt(() => readFeedPrice(context, chainId));
    feedReadAt = now;
  }
  await attempt(() => valuePayments(context.db, chainId));
  await attempt(async () => {
    const head = await chain.head().catch(async (error: unknown) => {
      // Perhaps only this instance's network is down: let another one try.
      await releaseLease(context.db, name, owner);
      throw error;
    });
    await attempt(() => watchHead(context, chainId, head));
    // While no chain confirms the clock, only read blocks: everything else would date what it finds (S27).
    const parts = context.clock.isConfirmed() ? PARTS : [scanChain];
    for (const part of parts) {
      // Its share begins when it first asks for one: what it reads before can take longer, and it would never step on.
      let until = 0;
      const more = async () => {
        until ||= performance.now() + SHARE_MS;
        return performance.now() < until && (await lease());
      };
      await attempt(() => part(context, chainId, head, more));
    }
  });
  if (failures.length > 0) throw failures[0];
  return { checkedAt, feedReadAt };
}

/** Checks every source's chain and every contract's identity; throws WrongChainError and keeps earlier results. */
async function check(context: AppContext, chainId: ChainId): Promise<void> {
  const chain = chainOf(context, chainId);
  await checkStillOnChain(context, chain);
  const outcome = await checkContracts(chain);
  chain.noteContracts(outcome);
  for (const [key, value] of outcome) {
    if (value === 'ok') await context.alarms.resolve('contract-mismatch', `${chainId}/${key}`);
    if (value === 'mismatch')
      await context.alarms.raise('contract-mismatch', `${chainId}/${key}`, 'decimals or description differ; not sold');
  }
}

/** Raises an alarm about a source of another chain, and stops reading when too few could outvote such ones. */
async function checkStillOnChain(context: AppContext, chain: ChainSources): Promise<void> {
  const wrong = await wrongSources(chain);
  for (const { position, answered } of wrong)
    await context.alarms.raise(
      'wrong-chain-source',
      `${chain.chainId}/${position}`,
      `it answers for chain ${answered}`,
    );
  if (chain.sources.length - wrong.length < chain.quorum)
    throw new WrongChainError(`too few sources of RPC_URL_${chain.chainId} belong to chain ${chain.chainId}`);
}
