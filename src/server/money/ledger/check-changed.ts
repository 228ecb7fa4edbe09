import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#src/server/platform/database/tables.ts';
import { allocatedOwner } from './accounts.ts';

/** Entries per statement: few enough not to block the embedded database for long. */
const SLICE = 500n;
/** An account with more entries is counted on from its last mark instead of from its first entry. */
const MANY = 1_000n;

/** The state of an account, or of all stakes, after the entry or stake with this id. */
interface Mark {
  readonly last: bigint;
  readonly amount: bigint;
}

/** Recounts the accounts that changed since the previous pass; the first pass trusts the state it finds. */
export interface ChangedCheck {
  /** Returns every broken invariant in words; empty when sound. */
  pass(): Promise<readonly string[]>;
  /** Makes the next pass trust the state it finds: no entry explains what a repair changed. */
  forget(): void;
}

/**
 * The part of the recount that costs as much as the changes (G12): transfers, balances of changed accounts, wallets'
 * totals. Each statement reads one moment, so writers need not wait.
 */
export function checkChangedAccounts(db: Db): ChangedCheck {
  const marks = new Map<bigint, Mark>();
  let stakes: Mark | null = null;
  // A transaction may commit a smaller entry number after larger ones are visible; two passes later, all have ended.
  let seen: readonly [beforeLast: bigint, last: bigint] | null = null;
  return {
    forget: () => {
      marks.clear();
      seen = null;
    },
    pass: async () => {
      const last = await lastEntry(db);
      if (seen === null) {
        for (const id of await commonAccounts(db)) await markAccount(db, marks, id);
        stakes = await stakesMark(db);
        seen = [last, last];
        return [];
      }
      const broken = new Set<string>();
      let from = seen[0];
      while (from < last) {
        const to = from + SLICE < last ? from + SLICE : last;
        for (const what of await checkSlice(db, marks, from, to)) broken.add(what);
        from = to;
        await setImmediate();
      }
      const staked = await checkStakes(db, stakes);
      if (!staked.sound) broken.add('difference between new stakes and their total');
      stakes = staked.mark;
      seen = [seen[1], last];
      return [...broken];
    },
  };
}

async function lastEntry(db: Db): Promise<bigint> {
  const row = await db.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0n;
}

/** The accounts that belong to no wallet: every transfer touches one of them. */
async function commonAccounts(db: Db): Promise<readonly bigint[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('kind', 'in', ['issuance', 'sale', 'rewards-pool', 'airdrop-pool'])
    .execute();
  return rows.map(({ id }) => id);
}

async function checkSlice(db: Db, marks: Map<bigint, Mark>, from: bigint, to: bigint): Promise<readonly string[]> {
  const broken: string[] = [];
  const lopsided = await sql<{ n: bigint }>`select count(*) as n from
    (select transfer_id from ledger_entries
     where transfer_id in (select transfer_id from ledger_entries where id > ${from} and id <= ${to})
     group by transfer_id having sum(amount) <> 0) as t`.execute(db);
  if (lopsided.rows[0]?.n !== 0n) broken.push('new transfers that do not sum to zero');
  const changed = await db
    .selectFrom('ledger_entries')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select(['accounts.id', 'accounts.owner'])
    .distinct()
    .where('ledger_entries.id', '>', from)
    .where('ledger_entries.id', '<=', to)
    .execute();
  const few: bigint[] = [];
  for (const { id } of changed) {
    if (!marks.has(id) && !(await hasMany(db, id))) few.push(id);
    else if (!(await markAccount(db, marks, id))) broken.push(`changed balance of account ${id}`);
  }
  const wrong = await wrongBalances(db, few);
  if (wrong > 0n) broken.push(`changed accounts whose balance is not the sum of their entries: ${wrong}`);
  // Only wallets have totals.
  const totals = await wrongTotals(db, [...new Set(changed.map((row) => row.owner))]);
  if (totals > 0n) broken.push(`changed wallets whose totals are not those of their accounts: ${totals}`);
  return broken;
}

async function hasMany(db: Db, account: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('account_id', '=', account)
    .limit(1)
    .offset(Number(MANY))
    .executeTakeFirst();
  return row !== undefined;
}

/** Compares how far an account moved since its mark with its new entries, and moves the mark; true for a first mark. */
async function markAccount(db: Db, marks: Map<bigint, Mark>, account: bigint): Promise<boolean> {
  const mark = marks.get(account);
  const after = mark?.last ?? null;
  // Entries of one account commit in the order of their numbers, since writers hold its row.
  const { rows } = await sql<{ balance: bigint; moved: bigint; last: bigint }>`select balance,
      ${after === null ? sql`cast(0 as bigint)` : sql`(select cast(coalesce(sum(amount), 0) as bigint) from ledger_entries where account_id = ${account} and id > ${after})`} as moved,
      coalesce((select max(id) from ledger_entries where account_id = ${account}), 0) as last
    from accounts where id = ${account}`.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  marks.set(account, { last: row.last, amount: row.balance });
  return mark === undefined || mark.amount + row.moved === row.balance;
}

async function wrongBalances(db: Db, accounts: readonly bigint[]): Promise<bigint> {
  if (accounts.length === 0) return 0n;
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from accounts a where a.id in (${sql.join(accounts)})
    and (a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)
      or (a.balance < 0 and a.kind <> 'issuance'))`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** Wallets whose stored totals or stakes differ from their accounts. */
async function wrongTotals(db: Db, wallets: readonly string[]): Promise<bigint> {
  if (wallets.length === 0) return 0n;
  const balance = (kind: 'available' | 'staked') =>
    sql`coalesce((select balance from accounts where kind = ${kind} and owner = h.wallet), 0)`;
  const allocated = (kind: 'bought' | 'staked') =>
    sql`coalesce((select balance from accounts
      where kind = 'allocated' and owner = ${allocatedOwner(kind, '')} || h.wallet), 0)`;
  const staked = sql`${balance('staked')} + ${allocated('staked')}`;
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from wallet_holdings h
    where h.wallet in (${sql.join(wallets)})
      and (h.held <> ${balance('available')} + ${allocated('bought')} + ${staked}
        or ${staked} <> coalesce((select staked from wallet_stakes s where s.wallet = h.wallet), 0)
        or ${staked} <> (select coalesce(sum(amount), 0) from stakes s where s.wallet = h.wallet))`.execute(db);
  return rows[0]?.n ?? 0n;
}

async function stakesMark(db: Db): Promise<Mark | null> {
  return (await checkStakes(db, null)).mark;
}

/** Whether the new stakes explain how the total of all stakes changed; stakes are written one at a time. */
async function checkStakes(
  db: Db,
  mark: Mark | null,
): Promise<{ readonly sound: boolean; readonly mark: Mark | null }> {
  const after = mark?.last ?? null;
  const { rows } = await sql<{ staked: bigint; moved: bigint; last: bigint }>`select staked,
      ${after === null ? sql`cast(0 as bigint)` : sql`(select cast(coalesce(sum(amount), 0) as bigint) from stakes where id > ${after})`} as moved,
      coalesce((select max(id) from stakes), 0) as last
    from reward_totals where id = 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return { sound: true, mark: null };
  return {
    sound: mark === null || mark.amount + row.moved === row.staked,
    mark: { last: row.last, amount: row.staked },
  };
}
