import { createCreditQueue } from '#src/server/money/payments/credit/credit-payment.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { setAsideDust } from '#src/server/money/payments/credit/set-aside-dust.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createHeadWatch } from '#src/server/platform/chains/head-watch.ts';
import { createLookBudget } from '#src/server/platform/chains/look-budget.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Crediting } from '#src/server/platform/context/crediting.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { CREDIT_HANDLERS } from './credit-handlers.ts';

/** What differs between processes, and what a caller may replace. */
type Given = Omit<AppContext, 'chains' | 'heads' | 'lookBudget' | 'creditHandlers' | keyof Crediting> &
  Partial<Pick<AppContext, 'chains' | 'heads' | 'lookBudget'>>;

/** What a process works with: the given parts, and state that starts fresh. */
export function createContext(given: Given): AppContext {
  const { env } = given;
  const parts = {
    chains: new Map(env.chains.map((chain) => [chain.chainId, new ChainSources(chain)])),
    heads: createHeadWatch(),
    lookBudget: createLookBudget(env.CHAIN_CALLS_A_MINUTE),
    creditHandlers: CREDIT_HANDLERS,
    ...given,
  };
  return { ...parts, ...createCrediting(parts) };
}

/** The same context on other connections, with its own credit queue. */
export function onConnections(context: AppContext, db: Db): AppContext {
  const parts = { ...context, db };
  return { ...parts, ...createCrediting(parts) };
}

function createCrediting(parts: Omit<AppContext, keyof Crediting>): Crediting {
  return {
    creditPayment: createCreditQueue(parts),
    setAsideDust: (rows, page, now) => setAsideDust(parts.db, rows, page, now),
    reverseCredit: (payment, now) => reverseCredit(parts, payment, now),
  };
}
