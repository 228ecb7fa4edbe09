import { sql } from 'kysely';
import { LOYALTY_STEPS } from '#src/config/loyalty.ts';
import { NANO_PER_SYNX, SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import { type Holdings, PURCHASES_SHOWN, STAKES_SHOWN } from '#src/contract/dashboard.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { claimAddressOf } from '#src/server/money/handover/destinations.ts';
import { walletBalances } from '#src/server/money/ledger/accounts.ts';
import { type Viewer, walletPayments } from '#src/server/money/payments/answer/wallet-payments.ts';
import { currentPhase, phaseOf } from '#src/server/money/sale/sale-state.ts';
import { rewardsOf } from '#src/server/money/staking/rewards-of.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { stakeViews } from './stake-views.ts';

/** What the ledger says about a wallet (lower case), with its latest payments and stakes that `viewer` may see. */
export async function holdingsOf({ db, env, now }: AppContext, wallet: string, viewer: Viewer): Promise<Holdings> {
  const at = now();
  // All at once, so that they share one round trip to the database.
  const [{ available, staked, held }, rewards, paidMicro, phase, purchases, terms, stakes, claim] = await Promise.all([
    walletBalances(db, wallet),
    rewardsOf(db, wallet, at),
    paidBy(db, wallet),
    currentPhase(db),
    walletPayments(db, wallet, PURCHASES_SHOWN, viewer),
    acceptedTerms(db, wallet),
    stakeViews(db, wallet, STAKES_SHOWN, at),
    claimAddressOf(db, env, wallet),
  ]);
  const synx = (amount: bigint) => formatUnits(amount, SYNX_DECIMALS);
  const usd = (amount: bigint) => formatUnits(amount, USD_DECIMALS);
  return {
    wallet,
    asOf: new Date(at).toISOString(),
    tokens: {
      purchased: synx(held),
      staked: synx(staked),
      availableToStake: synx(available),
      estimatedRewards: synx(rewards),
      locked: synx(staked),
      claimable: '0',
    },
    usd: {
      paid: usd(paidMicro),
      averagePrice: held === 0n ? null : usd((paidMicro * NANO_PER_SYNX) / held),
      atCurrentPrice: usd((held * phaseOf(phase).priceMicroUsd) / NANO_PER_SYNX),
    },
    purchases: [...purchases.payments],
    purchasesTotal: purchases.total,
    stakes: [...stakes.stakes],
    stakesTotal: stakes.total,
    termsVersion: terms,
    loyalty: loyaltyOf(held),
    schedule: [...stakes.schedule],
    claim: { ...claim, destination: viewer.isOwner ? claim.destination : null },
  };
}

/** What a wallet's credited payments were worth, in micro-dollars. */
async function paidBy(db: Db, wallet: string): Promise<bigint> {
  const { paid } = await db
    .selectFrom('payments')
    .select((select) => select.fn.sum<string | bigint | null>('usd_micro').as('paid'))
    .where('payer', '=', wallet)
    .where('status', '=', 'credited')
    .executeTakeFirstOrThrow();
  return BigInt(paid ?? 0n);
}

/** The latest version of the terms that a session with a proof of the wallet stated with its payment, or null. */
async function acceptedTerms(db: Db, wallet: string): Promise<string | null> {
  const row = await db
    .selectFrom('submissions')
    .innerJoin('payments', 'payments.transaction_hash', 'submissions.transaction_hash')
    .select('terms_version')
    .where('submissions.wallet', '=', wallet)
    // Literally as in the index submissions_terms, without those that anybody can post.
    .where(sql<boolean>`submissions.status = 'confirming'`)
    .where('payments.payer', '=', wallet)
    .where('terms_proven_at', 'is not', null)
    .where('terms_version', 'in', TERMS_VERSIONS)
    .orderBy('terms_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.terms_version ?? null;
}

/** The discount for an amount (1e-9 SYNX), and where the next one begins. */
export function loyaltyOf(held: bigint): Holdings['loyalty'] {
  const reached = LOYALTY_STEPS.find(({ fromSynx }) => held >= fromSynx * NANO_PER_SYNX);
  const next = LOYALTY_STEPS.findLast(({ fromSynx }) => held < fromSynx * NANO_PER_SYNX);
  return {
    percent: reached?.percent ?? 0,
    freeShipping: reached?.freeShipping ?? false,
    nextAt: next === undefined ? null : String(next.fromSynx),
  };
}
