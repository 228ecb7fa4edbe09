import type { ChainId } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import type { Alarms } from '../alerts/alarms.ts';
import type { ChainSources, CheckOutcome } from '../chains/chain-sources.ts';
import type { HeadWatch } from '../chains/head-watch.ts';
import type { LookBudget } from '../chains/look-budget.ts';
import type { TrustedClock } from '../chains/trusted-clock.ts';
import type { PublicReader } from '../database/replica.ts';
import type { Db } from '../database/tables.ts';
import type { Env } from '../env/env.ts';
import type { CreditHandler, Crediting } from './crediting.ts';

/** What every step of the payment path needs; each process builds it once. */
export interface AppContext extends Crediting {
  readonly db: Db;
  /** Public reads that may be a few seconds old; by default from `db`. */
  readonly read?: PublicReader;
  readonly env: Env;
  readonly chains: ReadonlyMap<ChainId, ChainSources>;
  readonly alarms: Alarms;
  /** Milliseconds since 1970, by `clock`. */
  readonly now: () => number;
  readonly clock: TrustedClock;
  /** The heads of the chains that this process watches, and the clock for them. */
  readonly heads: HeadWatch;
  /** False while an invariant of the ledger is broken, or unchecked for too long: then nothing is credited (G12). */
  readonly isLedgerBalanced: () => boolean;
  /** The last sound recount of the whole ledger: when it began (ms), and how many credited payments agreed with it. */
  readonly lastRecount: () => { readonly at: number; readonly payments: number } | null;
  /** False while the database has not taken a write for some seconds: then we sell nothing (S31). */
  readonly isStorable: () => boolean;
  /** What else a credit and its reversal do, in this order. */
  readonly creditHandlers: readonly CreditHandler[];
  /** Shares out the calls to the chains that outsiders cause. */
  readonly lookBudget: LookBudget;
}

/** How this process does public reads: its own way, or else straight from its database. */
export function publicReadsOf({ db, read = (from) => from(db) }: Pick<AppContext, 'db' | 'read'>): PublicReader {
  return read;
}

/** The sources of a chain. Throws RangeError if the chain is not configured. */
export function chainOf(context: AppContext, chainId: ChainId): ChainSources {
  const chain = context.chains.get(chainId);
  if (chain === undefined) throw new RangeError(`chain ${chainId} is not configured`);
  return chain;
}

/** The first block of the sale on a chain: what the treasury received before it is no purchase. */
export function startBlock({ env }: Pick<AppContext, 'env'>, chainId: ChainId): bigint {
  return env.chains.find((candidate) => candidate.chainId === chainId)?.startBlock ?? 0n;
}

/** The worse answer of the two contracts behind payments in this token: the token's own and the feed that prices it. */
export function checkOf(
  { chains }: { readonly chains: ReadonlyMap<ChainId, Pick<ChainSources, 'contracts'>> },
  token: Token,
): CheckOutcome {
  const needed = [...(token.address === null ? [] : [token.symbol]), ...(token.pricing === 'feed' ? ['feed'] : [])];
  const outcomes = needed.map((name) => chains.get(token.chainId)?.contracts.get(name) ?? 'unread');
  return outcomes.find((outcome) => outcome === 'mismatch') ?? outcomes.find((outcome) => outcome !== 'ok') ?? 'ok';
}
