import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { PhaseStock } from '#src/lib/money/quote.ts';
import type { CreditHandler } from '../../context/credit-handler.ts';
import type { Tx } from '../../database/tables.ts';
import { type CreditTransfer, postCredits } from '../../ledger/post-credits.ts';
import { phaseStarts } from '../../sale/phase-at.ts';
import { stockFrom } from '../../sale/phase-stock.ts';
import { isSoldOut, rollSoldPhases } from '../../sale/sale-clock.ts';
import type { SaleState } from '../../sale/sale-lock.ts';
import { type Decision, type Due, decidePayment, type SaleBook } from './decide-payment.ts';
import { writeDecisions } from './write-decisions.ts';

export type Outcome = 'credited' | 'refund-due' | 'needs-review';

/**
 * Decides payments one after the other in the given order, as if each were alone, and writes all of them with a few
 * statements (decision 7): each from the phase in force at its block's time, in which the payments before it have left
 * their rest. A phase that is sold out meanwhile is rolled before the next payment. Needs the locks of the sale and of
 * the rows; throws for a payment that cannot be decided, and nothing of this transaction may be committed then.
 */
export async function creditRows(
  tx: Tx,
  handlers: readonly CreditHandler[],
  state: SaleState,
  dues: readonly Due[],
  at: bigint,
): Promise<readonly Outcome[]> {
  if (dues.length === 0) return [];
  let book = await readBook(tx, state);
  const decisions: Decision[] = [];
  let unposted: CreditTransfer[] = [];
  for (const due of dues) {
    const decision = decidePayment(due, book, at);
    decisions.push(decision);
    if (decision.credit === null) continue;
    unposted.push(decision.credit);
    book = { ...book, stock: without(book.stock, decision.credit) };
    if (!isSoldOut(book.sale.phase, book.stock)) continue;
    await postCredits(tx, unposted, at);
    unposted = [];
    book = await readBook(tx, await rollSoldPhases(tx, book.sale, at));
  }
  await postCredits(tx, unposted, at);
  await writeDecisions(tx, decisions, at);
  const credited = decisions.flatMap(({ after, credit }) => (credit === null ? [] : [after]));
  if (credited.length > 0) for (const handler of handlers) await handler.credited?.(tx, credited, at);
  return decisions.map(({ after }) => after.status as Outcome);
}

async function readBook(tx: Tx, sale: SaleState): Promise<SaleBook> {
  return { sale, starts: await phaseStarts(tx), stock: await stockFrom(tx, 1n) };
}

function without(stock: readonly PhaseStock[], { parts }: CreditTransfer): readonly PhaseStock[] {
  return stock.map((phase) => {
    const taken = parts.find((part) => part.phase === phase.phase)?.amount ?? 0n;
    return { ...phase, remaining: phase.remaining - taken / NANO_PER_SYNX };
  });
}
