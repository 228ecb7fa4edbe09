import { sql } from 'kysely';
import { rowsOf } from '../database/rows-of.ts';
import type { Tx } from '../database/tables.ts';
import { moveHoldings } from './move-holdings.ts';
import { LedgerError } from './post-transfer.ts';

/** Tokens of a sale that go to a wallet for a payment. */
export interface CreditTransfer {
  readonly payment: { readonly id: bigint; readonly sequence: bigint };
  /** In lower case. */
  readonly wallet: string;
  /** The phases that give them, in 1e-9 SYNX. */
  readonly parts: readonly { readonly phase: number; readonly amount: bigint }[];
}

/**
 * Writes the transfers of many credits with a few statements, as postTransfer() writes one: in the given order, with
 * the balances. Needs the lock of the sale; accounts are touched in the order of their names. The database refuses a
 * second credit of the same sequence and a phase below zero.
 */
export async function postCredits(tx: Tx, credits: readonly CreditTransfer[], at: bigint): Promise<void> {
  if (credits.length === 0) return;
  const moved = credits.map((credit) => ({ ...credit, tokens: sumOf(credit.parts.map(({ amount }) => amount)) }));
  const received = totals(moved.map(({ wallet, tokens }) => [wallet, tokens]));
  const transfers = await insertTransfers(tx, credits, at);
  const wallets = await addToWallets(tx, received);
  const given = credits.flatMap(({ parts }) => parts.map(({ phase, amount }) => [String(phase), amount] as const));
  const phases = await takeFromPhases(tx, totals(given));
  const entries = moved.flatMap(({ payment, wallet, parts, tokens }) => {
    const transfer = idOf(transfers, payment.id);
    return [
      { transfer, account: idOf(wallets, wallet), amount: tokens },
      ...parts.map(({ phase, amount }) => ({ transfer, account: idOf(phases, String(phase)), amount: -amount })),
    ];
  });
  const columns = { transfer: 'bigint', account: 'bigint', amount: 'bigint' } as const;
  await sql`insert into ledger_entries (transfer_id, account_id, amount)
    select transfer, account, amount from ${rowsOf(tx, columns, entries)} order by place`.execute(tx);
  await moveHoldings(tx, received);
}

/** Returns the id of each payment's transfer. */
async function insertTransfers(
  tx: Tx,
  credits: readonly CreditTransfer[],
  at: bigint,
): Promise<ReadonlyMap<bigint, bigint>> {
  const columns = { payment: 'bigint', event: 'bigint' } as const;
  const rows = credits.map(({ payment }) => ({ payment: payment.id, event: payment.sequence }));
  const inserted = await sql<{ id: bigint; payment_id: bigint }>`
    insert into ledger_transfers (kind, payment_id, sequence, created_at)
    select 'credit', payment, event, cast(${at} as bigint) from ${rowsOf(tx, columns, rows)} order by place
    returning id, payment_id`.execute(tx);
  return new Map(inserted.rows.map((row) => [row.payment_id, row.id]));
}

/** Returns the id of each wallet's account. */
async function addToWallets(tx: Tx, received: ReadonlyMap<string, bigint>): Promise<ReadonlyMap<string, bigint>> {
  const rows = [...received].map(([wallet, amount]) => ({ wallet, amount }));
  rows.sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
  const touched = await sql<{ id: bigint; owner: string }>`
    insert into accounts (kind, owner, balance)
    select 'available', wallet, amount from ${rowsOf(tx, { wallet: 'text', amount: 'bigint' }, rows)} where true
    order by place
    on conflict (kind, owner) do update set balance = accounts.balance + excluded.balance
    returning id, owner`.execute(tx);
  return new Map(touched.rows.map(({ owner, id }) => [owner, id]));
}

/** Returns the id of each phase's account. */
async function takeFromPhases(tx: Tx, given: ReadonlyMap<string, bigint>): Promise<ReadonlyMap<string, bigint>> {
  const rows = [...given].map(([phase, amount]) => ({ phase, amount }));
  const touched = await sql<{ id: bigint; owner: string }>`
    update accounts set balance = balance - given.amount
    from ${rowsOf(tx, { phase: 'text', amount: 'bigint' }, rows)}
    where accounts.kind = 'sale' and accounts.owner = given.phase
    returning id, owner`.execute(tx);
  return new Map(touched.rows.map(({ owner, id }) => [owner, id]));
}

function idOf<Key>(ids: ReadonlyMap<Key, bigint>, key: Key): bigint {
  const id = ids.get(key);
  if (id === undefined) throw new LedgerError(`a credit without its row: ${key}`);
  return id;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function totals(amounts: readonly (readonly [string, bigint])[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [owner, amount] of amounts) sums.set(owner, (sums.get(owner) ?? 0n) + amount);
  return sums;
}
