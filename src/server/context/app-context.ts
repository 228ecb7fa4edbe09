import type { ChainId } from '#src/config/chains.ts';
import type { Alarms } from '../alerts/alarms.ts';
import type { ChainSources } from '../chains/chain-sources.ts';
import type { HeadWatch } from '../chains/head-watch.ts';
import type { LookBudget } from '../chains/look-budget.ts';
import type { ContractChecks } from '../chains/startup-checks.ts';
import type { Db } from '../database/tables.ts';
import type { Env } from '../env/env.ts';
import type { CreditHandler } from './credit-handler.ts';

/** What every step of the payment path works with; built once a process. */
export interface AppContext {
  readonly db: Db;
  readonly env: Env;
  readonly chains: ReadonlyMap<ChainId, ChainSources>;
  readonly alarms: Alarms;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What each chain's contracts answered; filled by the watcher of that chain. */
  readonly checks: Map<ChainId, ContractChecks>;
  /** The heads of the chains that this process watches, and the clock they are measured by. */
  readonly heads: HeadWatch;
  /**
   * False while an invariant of the ledger is broken, or nobody could tell for too long: then nothing is credited
   * (G12).
   */
  readonly isLedgerBalanced: () => boolean;
  /** What else a credit and its reversal do, in this order. */
  readonly creditHandlers: readonly CreditHandler[];
  /** Shares out the calls to the chains that outsiders cause. */
  readonly lookBudget: LookBudget;
}

/** The sources of a chain. Throws RangeError for a chain that is not configured. */
export function chainOf(context: AppContext, chainId: ChainId): ChainSources {
  const chain = context.chains.get(chainId);
  if (chain === undefined) throw new RangeError(`chain ${chainId} is not configured`);
  return chain;
}
