import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { severityLevel } from '#src/server/platform/alerts/alarm-kinds.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { ageOf } from '#src/server/platform/util/age.ts';
import { IS_BELOW_MINIMUM, MINIMUM_MICRO } from '../payments/verify/worth.ts';
import { HandoverRefusal } from './batch.ts';
import { readSupplyTable } from './supply-table.ts';
import { isUnread, LISTABLE, unreadWallets } from './waiting-wallets.ts';

const HOUR_MS = 3_600_000;
/** A draft counts no more than this many cases of a condition. */
const MOST = 1_000n;

/** What a draft needs besides the database. */
export type DraftFacts = Pick<AppContext, 'env' | 'lastRecount' | 'isLedgerBalanced' | 'now'>;

interface Condition {
  readonly key: string;
  readonly what: string;
  readonly remedy: string;
  /** The desk's screen on which the remedy is, or null if it is a command. */
  readonly to: string | null;
  /** What is in the way, if it holds in the database: how many cases this counts. */
  readonly cases?: RawBuilder<unknown>;
  /** The same for other facts and the number of unread wallets; null if nothing is. */
  readonly fault?: (facts: DraftFacts, unread: number) => string | null;
}

export interface CheckedCondition extends Pick<Condition, 'key' | 'what' | 'remedy' | 'to'> {
  /** What is in the way; null if nothing is. */
  readonly found: string | null;
}

const SALE_CLOSED = sql`(select closed_at from sale_state where id = 1)`;
/**
 * What came after the close buys nothing, so nobody can hold up a draft by sending it, nor by a payment that was seen
 * after it and whose block has left the chain.
 */
const CAME_AT = sql`coalesce(block_time * 1000, first_seen_at - ${BigInt(HOUR_MS)})`;
const MAY_COUNT = sql`(${CAME_AT} <= coalesce(${SALE_CLOSED}, ${CAME_AT}))`;
/** Nor can missions and appeals that come after it, of which anybody can always have one open. */
const IN_TIME = sql`created_at <= coalesce(${SALE_CLOSED}, created_at)`;
/** Unlisted tokens and a few dollars hold nothing up: they come back, so anybody could send them again and again. */
const IS_NOTABLE = sql`(status <> 'needs-review' or token_symbol is not null and not ${IS_BELOW_MINIMUM})`;

/** An empty proof would prove the only leaf of a tree. */
const FEWER_THAN_TWO = sql`(select count(*) as wallets from (select wallet from (${sql.join(LISTABLE, sql` union all `)}) as listable
  where wallet not in (select wallet from wallets_set_aside) limit 2) as two) as total where wallets < 2`;

/** Who has come to the board since the last signed root, perhaps after all wallets were counted that are unread. */
const UNREAD_NEWCOMERS = sql`participants where ranked > 0
  and wallet in (select wallet from records where kind = 'points'
    and number > (select coalesce(max(last), 0) from record_roots where kind = 'points'))
  and ${isUnread('participants')}`;

/** Everything that has to be settled before the books are handed over. */
const CONDITIONS: readonly Condition[] = [
  {
    key: 'sale-closed',
    what: 'The sale is closed',
    remedy: 'Two managers close it.',
    to: 'sale',
    cases: sql`sale_state where closed_at is null`,
  },
  {
    key: 'no-batch',
    what: 'No other list is a draft or final',
    remedy: 'Withdraw the draft. What a final list does not have is paid by a later batch.',
    to: 'handover',
    cases: sql`allocation_batches where state <> 'withdrawn'`,
  },
  {
    key: 'payments-decided',
    what: `No payment is being confirmed, and none of $${PURCHASE_LIMITS.minimumStableUsd} or more is in review`,
    remedy: 'Wait for the chains, and decide what is in review.',
    to: 'payments?list=review',
    cases: sql`payments where status in ('processing', 'confirming', 'waiting-signers', 'needs-review')
      and ${IS_NOTABLE} and ${MAY_COUNT}`,
  },
  {
    key: 'transactions-read',
    what: 'Every transaction that a block named until an hour after the close has been read',
    remedy: 'Wait until the sources of the chains agree.',
    to: 'alarms',
    cases: sql`sightings where first_seen_at <= coalesce(${SALE_CLOSED} + ${BigInt(HOUR_MS)}, first_seen_at)`,
  },
  {
    key: 'refunds-paid',
    what: `No refund of $${PURCHASE_LIMITS.minimumStableUsd} or more is due`,
    remedy: 'Pay them and record the transactions.',
    to: 'payments?list=due',
    cases: sql`refunds join payments on payments.id = refunds.payment_id where refunds.status = 'due'
      and cast(refunds.usd_micro as bigint) >= ${MINIMUM_MICRO} and ${MAY_COUNT}`,
  },
  {
    key: 'payments-final',
    what: 'Every credited payment is final',
    remedy: 'Wait until their blocks are finalized.',
    to: 'payments',
    cases: sql`payments where status = 'credited' and final = 0`,
  },
  {
    key: 'claim-chain',
    what: 'It is decided where SYNX will be claimed',
    remedy: 'Set CLAIM_CHAIN, and leave owners of contract wallets time to name an address.',
    to: null,
    fault: ({ env }) => (env.claimChain === null ? 'CLAIM_CHAIN is not set' : null),
  },
  {
    key: 'wallets-read',
    what: 'The code at the address of every wallet has been read on every chain',
    remedy: 'Wait: a slice is read each minute (docs/handover.md).',
    to: null,
    cases: UNREAD_NEWCOMERS,
    fault: (_facts, unread) => (unread === 0 ? null : String(unread)),
  },
  {
    key: 'two-wallets',
    what: 'Two wallets or more can be listed',
    remedy: 'A list of one cannot be proven: open the sale for a second wallet, or release one that is set aside.',
    to: 'handover',
    cases: FEWER_THAN_TWO,
  },
  {
    key: 'no-proposals',
    what: 'No proposal about money, points or dates is open',
    remedy: 'Decide or withdraw them.',
    to: 'proposals',
    cases: sql`staff_proposals where state = 'open' and (subject = 'sale' or subject like 'wallet:%'
      or subject like 'payment:%' or subject like 'transaction:%' or subject like 'refund:%' or subject like 'date:%'
      or subject like 'submission:%')`,
  },
  {
    key: 'submissions-decided',
    what: 'Every submission from before the close is decided',
    remedy: 'Decide them.',
    to: 'review',
    cases: sql`mission_submissions where status = 'pending' and ${IN_TIME}`,
  },
  {
    key: 'appeals-decided',
    what: 'Every appeal from before the close is answered',
    remedy: 'Answer them.',
    to: 'appeals',
    cases: sql`appeals where state = 'open' and ${IN_TIME}`,
  },
  {
    key: 'no-severe-alarm',
    what: 'No severe alarm is open but that of payments to other addresses',
    remedy: 'Follow the runbook for each.',
    to: 'alarms?severity=severe',
    // Three wallets of a stranger open that one again as often as it is resolved, and it says nothing of the books.
    cases: sql`alarms where resolved_at is null and severity = ${severityLevel('severe')}
      and kind <> 'foreign-recipient'`,
  },
  {
    key: 'books-sound',
    what: 'The whole ledger was recounted within the hour, and is sound',
    remedy: 'Wait for the next recount, or run npm run staff -- verify-ledger.',
    to: null,
    fault: ({ lastRecount, isLedgerBalanced, now }) => {
      if (!isLedgerBalanced()) return 'the books do not balance';
      const at = lastRecount()?.at;
      if (at === undefined) return 'not recounted since the start';
      return ageOf(at, now()) > HOUR_MS ? `last recounted ${new Date(at).toISOString()}` : null;
    },
  },
  {
    key: 'day-closed',
    what: 'The day of the last purchase, and of the last stake and point before the close, is closed by a signed root',
    remedy: 'Wait until midnight, UTC.',
    to: null,
    // Anybody can check in after the close, on each new day: the record of the draft holds the hash of the last one.
    cases: sql`records join record_heads on record_heads.kind = records.kind
      where records.number = (select coalesce(max(last), 0) + 1 from record_roots where record_roots.kind = record_heads.kind)
      and (records.kind = 'purchases' or records.kind in ('stakes', 'points')
        and records.at <= coalesce(${SALE_CLOSED}, records.at))`,
  },
  {
    key: 'supply-complete',
    what: 'The supply table adds up to 1,110,000,000 SYNX',
    remedy: 'Publish the purpose of every SYNX (content/supply.json, or the file of SUPPLY_TABLE).',
    to: null,
    fault: ({ env }) => readSupplyTable(env).missing[0] ?? null,
  },
];

/** Each condition of a draft with what is in its way. */
export async function draftConditions(db: Db, facts: DraftFacts): Promise<readonly CheckedCondition[]> {
  return conditionsIn(db, facts, await unreadWallets(db));
}

async function conditionsIn(db: Db | Tx, facts: DraftFacts, unread: number): Promise<readonly CheckedCondition[]> {
  const counts = CONDITIONS.map(
    ({ cases }, index) =>
      sql`(select count(*) from (select 1 from ${cases ?? sql`settings where false`} limit ${MOST}) as counted)
        as ${sql.ref(String(index))}`,
  );
  const { rows } = await sql<Record<string, bigint>>`select ${sql.join(counts)}`.execute(db);
  return CONDITIONS.map(({ key, what, remedy, to, fault }, index) => {
    const count = rows[0]?.[index] ?? 0n;
    const found = count === 0n ? (fault?.(facts, unread) ?? null) : count >= MOST ? `${MOST} or more` : String(count);
    return { key, what, remedy, to, found };
  });
}

/**
 * Throws HandoverRefusal that names every condition in the way of a draft, with its remedy. `unread` is counted before
 * the transaction, as it takes seconds; wallets that come meanwhile come by records that no signed root covers yet.
 */
export async function refuseUnsettled(tx: Tx, facts: DraftFacts, unread: number): Promise<void> {
  const missing = (await conditionsIn(tx, facts, unread)).filter(({ found }) => found !== null);
  if (missing.length === 0) return;
  const lines = missing.map(({ key, what, found, remedy }) => `${key} (${what}): ${found}. ${remedy}`);
  throw new HandoverRefusal(`The books are not settled. ${lines.join(' ')}`);
}
