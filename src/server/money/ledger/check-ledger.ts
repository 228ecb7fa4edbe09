import { type RawBuilder, sql } from 'kysely';
import { AIRDROP_POOL_SYNX, NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import type { AmountKind } from '#src/lib/allocation/entry.ts';
import type { PauseAfter } from '#src/server/platform/database/read-apart.ts';
import type { AccountKind, Db, Tx } from '#src/server/platform/database/tables.ts';

type Count = RawBuilder<{ n: bigint }>;

/** Rows of entries and accounts counted at a time, with pauses in between. */
export const PART = 5_000;

/** A query for the rows of `table` in a range of `key`; nothing it counts spans two ranges. */
interface InParts {
  readonly table: 'accounts' | 'ledger_entries';
  readonly key: 'id' | 'transfer_id';
  query(range: RawBuilder<boolean>): Count;
}

/** Accounts whose balances are staked, and those that belong to wallets: with what a handover has allocated. */
const STAKED = sql`(kind = 'staked' or (kind = 'allocated' and owner like 'staked:%'))`;
const HELD = sql`(kind in ('available', 'staked')
  or (kind = 'allocated' and (owner like 'bought:%' or owner like 'staked:%')))`;

/** That a pool is either unopened or whole: what is left of it, and what handovers have allocated from it. */
const isWhole = (pool: AccountKind, amount: AmountKind, synx: bigint): Count =>
  sql`select count(*) as n from (select coalesce(sum(balance), 0) as whole from accounts
    where kind = ${pool} or (kind = 'allocated' and owner like ${`${amount}:%`})) as pool
    where whole not in (0, cast(${synx * NANO_PER_SYNX} as bigint))`;

/** An invariant, and the count or difference that must be zero. */
type Invariant = readonly [what: string, query: Count | InParts];

const INVARIANTS: readonly Invariant[] = [
  [
    'transfers that do not sum to zero',
    {
      table: 'ledger_entries',
      key: 'transfer_id',
      query: (range) => sql`select count(*) as n from
        (select transfer_id from ledger_entries where ${range} group by transfer_id having sum(amount) <> 0) as t`,
    },
  ],
  ['sum of all balances', sql<{ n: bigint }>`select cast(coalesce(sum(balance), 0) as bigint) as n from accounts`],
  [
    'accounts whose balance is not the sum of their entries',
    {
      table: 'accounts',
      key: 'id',
      query: (range) => sql`select count(*) as n from accounts
        where ${range} and balance <>
          (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = accounts.id)`,
    },
  ],
  [
    'accounts below zero',
    sql<{ n: bigint }>`select count(*) as n from accounts where balance < 0 and kind <> 'issuance'`,
  ],
  [
    'difference between staked accounts and stakes',
    sql<{ n: bigint }>`select cast((select coalesce(sum(balance), 0) from accounts where ${STAKED})
      - (select coalesce(sum(amount), 0) from stakes) as bigint) as n`,
  ],
  [
    'difference between stakes and their total',
    sql<{ n: bigint }>`select cast((select staked from reward_totals where id = 1)
      - (select coalesce(sum(amount), 0) from stakes) as bigint) as n`,
  ],
  [
    'difference between the staked totals of wallets and stakes',
    sql<{ n: bigint }>`select cast((select coalesce(sum(staked), 0) from wallet_stakes)
      - (select coalesce(sum(amount), 0) from stakes) as bigint) as n`,
  ],
  [
    'difference between the totals of wallets and their accounts',
    sql<{ n: bigint }>`select cast((select coalesce(sum(held), 0) from wallet_holdings)
      - (select coalesce(sum(balance), 0) from accounts where ${HELD}) as bigint) as n`,
  ],
  [
    'difference between credited payments and the amount raised',
    sql<{ n: bigint }>`select cast((select raised_micro from sale_state where id = 1)
      - (select coalesce(sum(usd_micro), 0) from payments where status = 'credited') as bigint) as n`,
  ],
  [
    'difference between credited payments with corrections and the totals of wallets',
    sql<{
      n: bigint;
    }>`select cast((select coalesce(sum(balance), 0) from accounts where ${HELD})
      - (select coalesce(sum(tokens), 0) * 1000000000 from payments where status = 'credited')
      - (select coalesce(sum(amount), 0) from ledger_corrections) as bigint) as n`,
  ],
  ['pools that are not whole with what is allocated: rewards', isWhole('rewards-pool', 'rewards', STAKING_POOL_SYNX)],
  ['pools that are not whole with what is allocated: airdrop', isWhole('airdrop-pool', 'airdrop', AIRDROP_POOL_SYNX)],
  [
    'allocated accounts that are none of the four amounts of a wallet',
    sql<{ n: bigint }>`select count(*) as n from accounts where kind = 'allocated' and not (length(owner) in (49, 50)
      and (owner like 'bought:0x%' or owner like 'staked:0x%' or owner like 'rewards:0x%' or owner like 'airdrop:0x%'))`,
  ],
  [
    'difference between credits, reversals, corrections and refunds and their public records',
    sql<{ n: bigint }>`select cast((select count(*) from ledger_transfers where kind in ('credit', 'reversal'))
      + (select count(*) from ledger_corrections) + (select count(*) from refunds where status = 'paid')
      - (select count(*) from records where kind = 'purchases') as bigint) as n`,
  ],
  [
    'public records that are missing from their chains',
    sql<{
      n: bigint;
    }>`select cast((select coalesce(sum(number), 0) from record_heads) - (select count(*) from records) as bigint) as n`,
  ],
];

/** Invariants of the totals and records that pages show; no money depends on them. */
const TOTALS: readonly Invariant[] = [
  [
    'difference between the points of participants and their totals',
    sql<{ n: bigint }>`select cast((select coalesce(sum(ranked), 0) from participants where ranked > 0)
      - (select coalesce(sum(points), 0) from point_totals) as bigint) as n`,
  ],
  [
    'choices whose count is not that of their votes',
    sql<{ n: bigint }>`select count(*) as n from
      (select proposal_id, choice, count(*) as votes from votes group by proposal_id, choice) as cast_votes
      full join vote_counts on vote_counts.proposal_id = cast_votes.proposal_id
        and vote_counts.choice = cast_votes.choice
      where coalesce(cast_votes.votes, 0) <> coalesce(vote_counts.votes, 0)`,
  ],
  [
    'stakes and rates without a public record',
    sql<{
      n: bigint;
    }>`select cast((select count(distinct transfer_id) from stakes) + (select count(*) from rate_history)
      - (select number from record_heads where kind = 'stakes') as bigint) as n`,
  ],
  [
    'entries of points without a public record',
    sql<{ n: bigint }>`select cast((select count(*) from point_entries)
      - (select number from record_heads where kind = 'points') as bigint) as n`,
  ],
];

/** Recounts the ledger from its entries (G12, decision 45). Returns every broken invariant in words; empty if sound. */
export function checkLedger(db: Db | Tx, pause?: PauseAfter): Promise<readonly string[]> {
  return violations(db, INVARIANTS, pause);
}

/** Recounts the totals of points and votes and the records of stakes and points; returns all that is wrong in words. */
export function checkTotals(db: Db | Tx, pause?: PauseAfter): Promise<readonly string[]> {
  return violations(db, TOTALS, pause);
}

/** The outcome of a recount; both lists are empty if everything is right. */
export interface RecountFindings {
  readonly broken: readonly string[];
  readonly totals: readonly string[];
  /** How many credited payments it counted. */
  readonly payments: number;
}

/** Recounts ledger and totals, at one moment if `db` is a snapshot. */
export async function recountIn(db: Db | Tx, pause?: PauseAfter): Promise<RecountFindings> {
  const credited = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('status', '=', 'credited')
    .executeTakeFirstOrThrow();
  return {
    broken: await checkLedger(db, pause),
    totals: await checkTotals(db, pause),
    payments: Number(credited.n),
  };
}

async function violations(
  db: Db | Tx,
  invariants: readonly Invariant[],
  pause: PauseAfter = async () => undefined,
): Promise<readonly string[]> {
  const count = async (query: Count): Promise<bigint> => {
    const began = performance.now();
    const { rows } = await query.execute(db);
    await pause(performance.now() - began);
    return rows[0]?.n ?? 0n;
  };
  const broken: string[] = [];
  for (const [what, query] of invariants) {
    const found = await ('table' in query ? countInParts(db, query, count) : count(query));
    if (found !== 0n) broken.push(`${what}: ${found}`);
  }
  return broken;
}

async function countInParts(
  db: Db | Tx,
  { table, key, query }: InParts,
  count: (query: Count) => Promise<bigint>,
): Promise<bigint> {
  const column = sql.ref<bigint>(`${table}.${key}`);
  let found = 0n;
  let after: bigint | undefined;
  for (;;) {
    const above: RawBuilder<boolean> = after === undefined ? sql.lit(true) : sql`${column} > ${after}`;
    const { rows } = await sql<{ last: bigint }>`select ${column} as last from ${sql.table(table)} where ${above}
      order by ${column} limit 1 offset ${sql.lit(PART - 1)}`.execute(db);
    const last = rows[0]?.last;
    if (last === undefined) return found + (await count(query(above)));
    found += await count(query(sql`${above} and ${column} <= ${last}`));
    after = last;
  }
}
