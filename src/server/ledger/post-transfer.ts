import { sql } from 'kysely';
import type { AccountKind, TransferKind, Tx } from '../database/tables.ts';
import { ServerError } from '../util/server-error.ts';
import { moveHoldings } from './move-holdings.ts';

export interface LedgerEntry {
  readonly kind: AccountKind;
  /** Wallet in lower case, phase number, or '' if there is only one account. */
  readonly owner: string;
  /** 1e-9 SYNX; positive into the account. */
  readonly amount: bigint;
}

export interface TransferHead {
  readonly kind: TransferKind;
  readonly payment?: { readonly id: bigint; readonly sequence: bigint };
  readonly at: bigint;
}

/** A transfer that would break the ledger; the surrounding transaction must not commit. */
export class LedgerError extends ServerError {
  override readonly name = 'LedgerError';
  readonly code = 'ledger_refused';
}

/**
 * Writes one transfer of the double-entry ledger and updates the balances with it. Entries of the same account are
 * added up; accounts are touched in one fixed order, so that two transfers never wait for each other in a circle.
 * Returns the transfer's id. Throws LedgerError unless the entries sum to zero; the database refuses negative balances.
 */
export async function postTransfer(tx: Tx, head: TransferHead, entries: readonly LedgerEntry[]): Promise<bigint> {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new LedgerError(`a ${head.kind} transfer that does not sum to zero: ${sum}`);
  const merged = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const key = `${entry.kind}/${entry.owner}`;
    merged.set(key, { ...entry, amount: entry.amount + (merged.get(key)?.amount ?? 0n) });
  }
  const moves = [...merged.values()].filter((entry) => entry.amount !== 0n);
  moves.sort((a, b) => (`${a.kind}/${a.owner}` < `${b.kind}/${b.owner}` ? -1 : 1));
  if (moves.length === 0) throw new LedgerError(`a ${head.kind} transfer that moves nothing`);
  const { id: transferId } = await tx
    .insertInto('ledger_transfers')
    .values({
      kind: head.kind,
      payment_id: head.payment?.id ?? null,
      sequence: head.payment?.sequence ?? null,
      created_at: head.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { kind, owner, amount } of moves) {
    await tx
      .insertInto('accounts')
      .values({ kind, owner, balance: 0n })
      .onConflict((conflict) => conflict.columns(['kind', 'owner']).doNothing())
      .execute();
    const { id: accountId } = await tx
      .updateTable('accounts')
      .set({ balance: sql<bigint>`balance + ${amount}` })
      .where('kind', '=', kind)
      .where('owner', '=', owner)
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('ledger_entries').values({ transfer_id: transferId, account_id: accountId, amount }).execute();
  }
  await moveHoldings(tx, held(moves));
  return transferId;
}

/** What each wallet has more or less, staked or not. */
function held(moves: readonly LedgerEntry[]): ReadonlyMap<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const { kind, owner, amount } of moves) {
    if (kind === 'available' || kind === 'staked') changes.set(owner, (changes.get(owner) ?? 0n) + amount);
  }
  return changes;
}
