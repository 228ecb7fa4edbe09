import { ChainSources } from './chains/chain-sources.ts';
import { createHeadWatch } from './chains/head-watch.ts';
import { createLookBudget } from './chains/look-budget.ts';
import type { AppContext } from './context/app-context.ts';
import { CREDIT_HANDLERS } from './credit-handlers.ts';
import type { Db } from './database/tables.ts';
import { createCreditQueue } from './payments/credit/credit-payment.ts';

/** The parts of a context that differ by process, and those that a caller may replace. */
type Given = Omit<AppContext, 'chains' | 'heads' | 'lookBudget' | 'creditHandlers' | 'creditPayment'> &
  Partial<Pick<AppContext, 'chains' | 'heads' | 'lookBudget'>>;

/** What a process works with: the given parts, and the state that begins with it. */
export function createContext(given: Given): AppContext {
  const { env } = given;
  const parts = {
    chains: new Map(env.chains.map((chain) => [chain.chainId, new ChainSources(chain)])),
    heads: createHeadWatch(),
    lookBudget: createLookBudget(env.CHAIN_CALLS_A_MINUTE),
    creditHandlers: CREDIT_HANDLERS,
    ...given,
  };
  return { ...parts, creditPayment: createCreditQueue(parts) };
}

/** The same context on other connections, with a queue of credits on them. */
export function onConnections(context: AppContext, db: Db): AppContext {
  const parts = { ...context, db };
  return { ...parts, creditPayment: createCreditQueue(parts) };
}
