import { type CompiledQuery, sql } from 'kysely';
import type { AmountKind } from '#src/lib/allocation/entry.ts';
import { rowsOf, sendTogether } from '#src/server/platform/database/statements.ts';
import type { AccountKind, Db, TransferKind, Tx } from '#src/server/platform/database/tables.ts';

/** Balance of one account in 1e-9 SYNX; 0 for an account that was never used. */
export async function balanceOf(db: Db | Tx, kind: AccountKind, owner: string): Promise<bigint> {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return row?.balance ?? 0n;
}

/**
 * A wallet's SYNX (1e-9), read at one moment, because a stake moves tokens from one account to the other. What a
 * handover has allocated counts as held or staked until it is paid, and cannot be staked any more.
 */
export async function walletBalances(
  db: Db | Tx,
  wallet: string,
): Promise<{ readonly available: bigint; readonly staked: bigint; readonly held: bigint }> {
  const [bought, staked] = [allocatedOwner('bought', wallet), allocatedOwner('staked', wallet)];
  const rows = await db
    .selectFrom('accounts')
    .select(['kind', 'owner', 'balance'])
    .where(({ and, or, eb }) =>
      or([
        and([eb('kind', 'in', ['available', 'staked']), eb('owner', '=', wallet)]),
        and([eb('kind', '=', 'allocated'), eb('owner', 'in', [bought, staked])]),
      ]),
    )
    .execute();
  const of = (key: 'kind' | 'owner', name: string) => rows.find((row) => row[key] === name)?.balance ?? 0n;
  const available = of('kind', 'available');
  const all = of('kind', 'staked') + of('owner', staked);
  return { available, staked: all, held: available + all + of('owner', bought) };
}

/** The owner of the account `allocated` that has one of a wallet's four amounts. */
export function allocatedOwner(kind: AmountKind, wallet: string): string {
  return `${kind}:${wallet}`;
}

export interface LedgerEntry {
  readonly kind: AccountKind;
  /** Wallet in lower case, phase number, kind of amount and wallet, or '' if the kind has only one account. */
  readonly owner: string;
  /** 1e-9 SYNX; positive into the account. */
  readonly amount: bigint;
}

export interface TransferHead {
  readonly kind: TransferKind;
  readonly payment?: { readonly id: bigint; readonly sequence: bigint };
  readonly at: bigint;
}

/** A transfer that would break the ledger; the caller must roll back. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/**
 * Writes one transfer of the double-entry ledger and updates the balances. Adds up entries of the same account, and
 * touches accounts in a fixed order so that two transfers cannot deadlock. Returns the transfer's id. Throws
 * LedgerError unless the entries sum to zero; the database refuses negative balances.
 */
export async function postTransfer(tx: Tx, head: TransferHead, entries: readonly LedgerEntry[]): Promise<bigint> {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new LedgerError(`a ${head.kind} transfer that does not sum to zero: ${sum}`);
  const merged = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const key = accountKey(entry);
    merged.set(key, { ...entry, amount: entry.amount + (merged.get(key)?.amount ?? 0n) });
  }
  const moves = [...merged.values()].filter((entry) => entry.amount !== 0n);
  moves.sort((a, b) => (accountKey(a) < accountKey(b) ? -1 : 1));
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
  const rows = [];
  for (const move of moves) {
    const accountId = (await addTo(tx, move)) ?? (await open(tx, move));
    rows.push({ transfer_id: transferId, account_id: accountId, amount: move.amount });
  }
  await tx.insertInto('ledger_entries').values(rows).execute();
  await moveHoldings(tx, held(moves));
  return transferId;
}

/**
 * Writes many transfers of one kind between a wallet's accounts, `allocated` and pools with four statements. Returns
 * their ids in order. Wallets' totals stay: what is allocated counts in them. Throws LedgerError unless the entries of
 * each sum to zero; the database refuses negative balances. The caller holds the locks of the sale and of rewards.
 */
export async function postAllocations(
  tx: Tx,
  kind: 'handover' | 'handover-undone',
  transfers: readonly (readonly LedgerEntry[])[],
  at: bigint,
): Promise<readonly bigint[]> {
  if (transfers.some((entries) => entries.length === 0 || sumOf(entries.map(({ amount }) => amount)) !== 0n))
    throw new LedgerError(`a ${kind} that does not sum to zero`);
  const entries = transfers.flatMap((own, place) => own.map((entry) => ({ ...entry, place })));
  const changes = [...totals(entries.map((entry) => [accountKey(entry), entry.amount]))].sort(byWallet);
  const named = changes.map(([key, change]) => ({ ...accountOf(key), change }));
  const accounts = { kind: 'text', owner: 'text', change: 'bigint' } as const;
  const [inserted, , updated] = await sendTogether(
    tx,
    sql<{ id: bigint }>`insert into ledger_transfers (kind, created_at)
      select kind, cast(${at} as bigint) from ${rowsOf(
        tx,
        { kind: 'text' },
        transfers.map(() => ({ kind })),
      )}
      order by place returning id`.compile(tx),
    sql`insert into accounts (kind, owner, balance)
      select kind, owner, 0 from ${rowsOf(tx, accounts, named)} where true order by place
      on conflict (kind, owner) do nothing`.compile(tx),
    sql<Account & { readonly kind: AccountKind }>`update accounts set balance = balance + given.change
      from ${rowsOf(tx, accounts, named)} where accounts.kind = given.kind and accounts.owner = given.owner
      returning accounts.id, accounts.kind, accounts.owner`.compile(tx),
  );
  const ids = inserted.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  const account = new Map(updated.map((row) => [accountKey(row), row.id]));
  const rows = entries.map((entry) => ({
    transfer: ids[entry.place] ?? null,
    account: idOf(account, accountKey(entry)),
    amount: entry.amount,
  }));
  const columns = { transfer: 'bigint', account: 'bigint', amount: 'bigint' } as const;
  await sql`insert into ledger_entries (transfer_id, account_id, amount)
    select transfer, account, amount from ${rowsOf(tx, columns, rows)} order by place`.execute(tx);
  return ids;
}

function accountKey({ kind, owner }: Pick<LedgerEntry, 'kind' | 'owner'>): string {
  return `${kind}/${owner}`;
}

function accountOf(key: string): { readonly kind: string; readonly owner: string } {
  const [kind = '', owner = ''] = key.split('/');
  return { kind, owner };
}

/** Changes a balance; undefined if the account was never used. */
async function addTo(tx: Tx, { kind, owner, amount }: LedgerEntry): Promise<bigint | undefined> {
  const account = await tx
    .updateTable('accounts')
    .set({ balance: sql<bigint>`balance + ${amount}` })
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  return account?.id;
}

/** The same for an account that may be new. */
async function open(tx: Tx, entry: LedgerEntry): Promise<bigint> {
  const { kind, owner } = entry;
  await tx
    .insertInto('accounts')
    .values({ kind, owner, balance: 0n })
    .onConflict((conflict) => conflict.columns(['kind', 'owner']).doNothing())
    .execute();
  const id = await addTo(tx, entry);
  if (id === undefined) throw new LedgerError(`no account ${kind}:${owner}`);
  return id;
}

/** The change of each wallet's total, staked or not. */
function held(moves: readonly LedgerEntry[]): ReadonlyMap<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const { kind, owner, amount } of moves) {
    if (kind === 'available' || kind === 'staked') changes.set(owner, (changes.get(owner) ?? 0n) + amount);
  }
  return changes;
}

/** Tokens that a wallet gets for a payment. */
export interface CreditTransfer {
  readonly payment: { readonly id: bigint; readonly sequence: bigint };
  /** In lower case. */
  readonly wallet: string;
  /** The phases they come from, in 1e-9 SYNX. */
  readonly parts: readonly { readonly phase: number; readonly amount: bigint }[];
}

/**
 * Writes the transfers of many credits, in the given order and with their balances, as postTransfer() writes one, but
 * with a few statements. The caller holds the sale's lock; accounts are touched in the order of their names. The
 * database refuses a second credit with the same sequence, and a phase below zero.
 */
export async function postCredits(tx: Tx, credits: readonly CreditTransfer[], at: bigint): Promise<void> {
  if (credits.length === 0) return;
  const moved = credits.map((credit) => ({ ...credit, tokens: sumOf(credit.parts.map(({ amount }) => amount)) }));
  const received = totals(moved.map(({ wallet, tokens }) => [wallet, tokens]));
  const given = totals(credits.flatMap(({ parts }) => parts.map(({ phase, amount }) => [String(phase), amount])));
  const [inserted, added, taken] = await sendTogether(
    tx,
    insertTransfers(tx, credits, at),
    addToWallets(tx, received),
    takeFromPhases(tx, given),
  );
  const transfers = new Map(inserted.map((row) => [row.payment_id, row.id]));
  const wallets = new Map(added.map(({ owner, id }) => [owner, id]));
  const phases = new Map(taken.map(({ owner, id }) => [owner, id]));
  const entries = moved.flatMap(({ payment, wallet, parts, tokens }) => {
    const transfer = idOf(transfers, payment.id);
    return [
      { transfer, account: idOf(wallets, wallet), amount: tokens },
      ...parts.map(({ phase, amount }) => ({ transfer, account: idOf(phases, String(phase)), amount: -amount })),
    ];
  });
  const columns = { transfer: 'bigint', account: 'bigint', amount: 'bigint' } as const;
  await sendTogether(
    tx,
    sql`insert into ledger_entries (transfer_id, account_id, amount)
      select transfer, account, amount from ${rowsOf(tx, columns, entries)} order by place`.compile(tx),
    addHoldings(tx, [...received]),
  );
}

function insertTransfers(
  tx: Tx,
  credits: readonly CreditTransfer[],
  at: bigint,
): CompiledQuery<{ readonly id: bigint; readonly payment_id: bigint }> {
  const columns = { payment: 'bigint', event: 'bigint' } as const;
  const rows = credits.map(({ payment }) => ({ payment: payment.id, event: payment.sequence }));
  return sql<{ id: bigint; payment_id: bigint }>`
    insert into ledger_transfers (kind, payment_id, sequence, created_at)
    select 'credit', payment, event, cast(${at} as bigint) from ${rowsOf(tx, columns, rows)} order by place
    returning id, payment_id`.compile(tx);
}

interface Account {
  readonly id: bigint;
  readonly owner: string;
}

function addToWallets(tx: Tx, received: ReadonlyMap<string, bigint>): CompiledQuery<Account> {
  const rows = [...received].map(([wallet, amount]) => ({ wallet, amount }));
  rows.sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
  return sql<Account>`
    insert into accounts (kind, owner, balance)
    select 'available', wallet, amount from ${rowsOf(tx, { wallet: 'text', amount: 'bigint' }, rows)} where true
    order by place
    on conflict (kind, owner) do update set balance = accounts.balance + excluded.balance
    returning id, owner`.compile(tx);
}

function takeFromPhases(tx: Tx, given: ReadonlyMap<string, bigint>): CompiledQuery<Account> {
  const rows = [...given].map(([phase, amount]) => ({ phase, amount }));
  return sql<Account>`
    update accounts set balance = balance - given.amount
    from ${rowsOf(tx, { phase: 'text', amount: 'bigint' }, rows)}
    where accounts.kind = 'sale' and accounts.owner = given.phase
    returning id, owner`.compile(tx);
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

/** Changes wallets' totals, in the order of their names; the database refuses one below zero. */
async function moveHoldings(tx: Tx, changes: ReadonlyMap<string, bigint>): Promise<void> {
  // An upsert with a negative amount would fail the check on the amount itself.
  const losses = [...changes].filter(([, change]) => change < 0n).sort(byWallet);
  for (const [wallet, change] of losses) {
    await tx
      .updateTable('wallet_holdings')
      .set({ held: sql<bigint>`held + ${change}` })
      .where('wallet', '=', wallet)
      .execute();
  }
  const gains = [...changes].filter(([, change]) => change > 0n);
  if (gains.length > 0) await tx.executeQuery(addHoldings(tx, gains));
}

function addHoldings(tx: Tx, gains: readonly (readonly [string, bigint])[]): CompiledQuery<unknown> {
  const rows = [...gains].sort(byWallet).map(([wallet, change]) => ({ wallet, change }));
  return sql`insert into wallet_holdings (wallet, held)
    select wallet, change from ${rowsOf(tx, { wallet: 'text', change: 'bigint' }, rows)} where true order by place
    on conflict (wallet) do update set held = wallet_holdings.held + excluded.held`.compile(tx);
}

function byWallet([a]: readonly [string, bigint], [b]: readonly [string, bigint]): number {
  return a < b ? -1 : 1;
}
