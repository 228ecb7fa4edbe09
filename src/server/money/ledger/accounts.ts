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

/** A transfer of the double-entry ledger, whose entries sum to zero. */
export interface Transfer extends TransferHead {
  readonly entries: readonly LedgerEntry[];
}

interface TransferHead {
  readonly kind: TransferKind;
  readonly payment?: { readonly id: bigint; readonly sequence: bigint };
}

/** A transfer that would break the ledger; the caller must roll back. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/**
 * Writes one transfer and updates the balances. Unlike postTransfers(), needs no lock: it touches accounts one after
 * another in a fixed order, so that two transfers cannot deadlock. Returns the transfer's id. Throws LedgerError unless
 * the entries sum to zero and move something; the database refuses negative balances.
 */
export async function postTransfer(
  tx: Tx,
  head: TransferHead & { readonly at: bigint },
  entries: readonly LedgerEntry[],
): Promise<bigint> {
  refuseUneven({ ...head, entries });
  const moves = changesOf(entries).filter(({ amount }) => amount !== 0n);
  if (moves.length === 0) throw new LedgerError(`a ${head.kind} transfer that moves nothing`);
  const { rows } = await tx.executeQuery(insertTransfers(tx, [head], head.at));
  const transfer = idOf(rows[0], head.kind);
  const moved: MovedEntry[] = [];
  for (const move of moves)
    moved.push({ transfer, account: (await addTo(tx, move)) ?? (await open(tx, move)), amount: move.amount });
  await sendTogether(tx, insertEntries(tx, moved), ...moveHoldings(tx, moves));
  return transfer;
}

/**
 * Writes many transfers in the given order, and their balances, with a few statements. The caller holds the lock of the
 * sale, and to move a pool that of rewards. Returns their ids in order. Throws LedgerError unless the entries of each
 * sum to zero; the database refuses negative balances, and a second transfer of a payment with the same sequence.
 */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[], at: bigint): Promise<readonly bigint[]> {
  if (transfers.length === 0) return [];
  for (const transfer of transfers) refuseUneven(transfer);
  const entries = transfers.flatMap((transfer, place) => transfer.entries.map((entry) => ({ ...entry, place })));
  const changes = changesOf(entries);
  const [inserted, raised, lowered] = await sendTogether(
    tx,
    insertTransfers(tx, transfers, at),
    raiseBalances(tx, changes),
    lowerBalances(tx, changes),
  );
  const posted = [...inserted].sort((a, b) => (a.id < b.id ? -1 : 1));
  const accounts = new Map([...raised, ...lowered].map((row) => [accountKey(row), row]));
  const moved = entries.map(({ place, amount, ...account }) => ({
    transfer: idOf(posted[place], 'transfer'),
    account: idOf(accounts.get(accountKey(account)), accountKey(account)),
    amount,
  }));
  await sendTogether(tx, insertEntries(tx, moved), ...moveHoldings(tx, changes));
  return posted.map(({ id }) => id);
}

function refuseUneven({ kind, entries }: Transfer): void {
  const sum = entries.reduce((total, { amount }) => total + amount, 0n);
  if (entries.length === 0 || sum !== 0n) throw new LedgerError(`a ${kind} transfer that does not sum to zero: ${sum}`);
}

/** The change of each account, in the order of their names. */
function changesOf(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const changes = new Map<string, LedgerEntry>();
  for (const { kind, owner, amount } of entries) {
    const key = accountKey({ kind, owner });
    changes.set(key, { kind, owner, amount: amount + (changes.get(key)?.amount ?? 0n) });
  }
  return [...changes].sort(byName).map(([, change]) => change);
}

function accountKey({ kind, owner }: Pick<LedgerEntry, 'kind' | 'owner'>): string {
  return `${kind}/${owner}`;
}

function idOf(row: { readonly id: bigint } | undefined, what: string): bigint {
  if (row === undefined) throw new LedgerError(`no row of ${what}`);
  return row.id;
}

function insertTransfers(tx: Tx, heads: readonly TransferHead[], at: bigint): CompiledQuery<{ readonly id: bigint }> {
  const columns = { kind: 'text', payment: 'bigint', event: 'bigint' } as const;
  const rows = heads.map(({ kind, payment }) => ({
    kind,
    payment: payment?.id ?? null,
    event: payment?.sequence ?? null,
  }));
  return sql<{ id: bigint }>`
    insert into ledger_transfers (kind, payment_id, sequence, created_at)
    select kind, payment, event, cast(${at} as bigint) from ${rowsOf(tx, columns, rows)} order by place
    returning id`.compile(tx);
}

interface MovedEntry {
  readonly transfer: bigint;
  readonly account: bigint;
  readonly amount: bigint;
}

function insertEntries(tx: Tx, entries: readonly MovedEntry[]): CompiledQuery<unknown> {
  const columns = { transfer: 'bigint', account: 'bigint', amount: 'bigint' } as const;
  return sql`insert into ledger_entries (transfer_id, account_id, amount)
    select transfer, account, amount from ${rowsOf(tx, columns, entries)} order by place`.compile(tx);
}

interface Account {
  readonly id: bigint;
  readonly kind: AccountKind;
  readonly owner: string;
}

const CHANGES = { kind: 'text', owner: 'text', amount: 'bigint' } as const;

/** Adds to accounts that may be new. */
function raiseBalances(tx: Tx, changes: readonly LedgerEntry[]): CompiledQuery<Account> {
  const gains = changes.filter(({ amount }) => amount >= 0n);
  return sql<Account>`
    insert into accounts (kind, owner, balance)
    select kind, owner, amount from ${rowsOf(tx, CHANGES, gains)} where true order by place
    on conflict (kind, owner) do update set balance = accounts.balance + excluded.balance
    returning id, kind, owner`.compile(tx);
}

/** Takes from accounts; an upsert with a negative amount would fail the check on the amount itself. */
function lowerBalances(tx: Tx, changes: readonly LedgerEntry[]): CompiledQuery<Account> {
  const losses = changes.filter(({ amount }) => amount < 0n);
  return sql<Account>`
    update accounts set balance = balance + given.amount
    from ${rowsOf(tx, CHANGES, losses)} where accounts.kind = given.kind and accounts.owner = given.owner
    returning accounts.id, accounts.kind, accounts.owner`.compile(tx);
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

/** Accounts of a wallet's total, among them what a handover has allocated of both. */
const HELD = ['available', 'staked', 'bought'];

/** Changes wallets' totals, in the order of their names; the database refuses one below zero. */
function moveHoldings(tx: Tx, moves: readonly LedgerEntry[]): readonly CompiledQuery<unknown>[] {
  const held = new Map<string, bigint>();
  for (const { kind, owner, amount } of moves) {
    const [part = '', wallet = ''] = kind === 'allocated' ? owner.split(':') : [kind, owner];
    if (HELD.includes(part)) held.set(wallet, (held.get(wallet) ?? 0n) + amount);
  }
  const changes = [...held].sort(byName).map(([wallet, change]) => ({ wallet, change }));
  // An upsert with a negative amount would fail the check on the amount itself.
  const losses = changes
    .filter(({ change }) => change < 0n)
    .map(({ wallet, change }) =>
      tx
        .updateTable('wallet_holdings')
        .set({ held: sql<bigint>`held + ${change}` })
        .where('wallet', '=', wallet)
        .compile(),
    );
  const gains = changes.filter(({ change }) => change > 0n);
  if (gains.length === 0) return losses;
  const added = sql`insert into wallet_holdings (wallet, held)
    select wallet, change from ${rowsOf(tx, { wallet: 'text', change: 'bigint' }, gains)} where true order by place
    on conflict (wallet) do update set held = wallet_holdings.held + excluded.held`.compile(tx);
  return [...losses, added];
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
