import { stageOf } from '#src/server/money/handover/distributors.ts';
import { severityName } from '#src/server/platform/alerts/alarm-kinds.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { countOf } from '#src/server/platform/database/statements.ts';

/** What instances know together, at one moment. */
export interface StoredState {
  readonly payments: readonly { readonly status: string; readonly count: number }[];
  /** 0 if none waits. */
  readonly oldestOpenSeconds: number;
  readonly records: readonly { readonly kind: string; readonly number: number }[];
  readonly queues: readonly { readonly queue: string; readonly length: number }[];
  readonly alarms: readonly { readonly kind: string; readonly severity: string; readonly count: number }[];
  /** Each list's contract: how far it is, and when it was last compared. */
  readonly distributors: readonly {
    readonly batch: number;
    readonly stage: string;
    readonly ageSeconds: number | null;
  }[];
  /** Null if never read. */
  readonly chains: readonly {
    readonly chain: number;
    readonly headAgeSeconds: number | null;
    readonly lagBlocks: number | null;
    readonly feedAgeSeconds: number | null;
  }[];
}

/** Reads it with queries that use indexes: a scrape costs the same with a million payments. */
export async function readStoredState(context: AppContext): Promise<StoredState> {
  const [payments, queues, alarms, chains, distributors, records] = await Promise.all([
    openPayments(context),
    queueLengths(context),
    alarmCounts(context),
    chainAges(context),
    distributorStages(context),
    context.db.selectFrom('record_heads').select(['kind', 'number']).execute(),
  ]);
  return {
    ...payments,
    queues,
    alarms,
    chains,
    distributors,
    records: records.map(({ kind, number }) => ({ kind, number: Number(number) })),
  };
}

async function openPayments({
  db,
  env,
  now,
}: AppContext): Promise<Pick<StoredState, 'payments' | 'oldestOpenSeconds'>> {
  const open = db
    .selectFrom('payments')
    .where(
      'chain_id',
      'in',
      env.chains.map(({ chainId }) => BigInt(chainId)),
    )
    .where('final', '=', 0n);
  const payments = await open
    .select(['status', (select) => select.fn.countAll<bigint>().as('count')])
    .groupBy('status')
    .execute();
  const oldest = await open
    .select((select) => select.fn.min('first_seen_at').as('since'))
    .where('status', 'in', ['processing', 'confirming'])
    .executeTakeFirst();
  const since = oldest?.since ?? null;
  return {
    payments: payments.map(({ status, count: number }) => ({ status, count: Number(number) })),
    oldestOpenSeconds: since === null ? 0 : secondsSince(BigInt(since), now()),
  };
}

async function queueLengths({ db }: AppContext): Promise<StoredState['queues']> {
  const hashes = db.selectFrom('submissions').where('status', 'in', ['processing', 'waiting-signers']);
  const reviews = db.selectFrom('mission_submissions').where('status', '=', 'pending');
  const objections = db.selectFrom('allocation_objections').where('state', '=', 'open');
  return [
    { queue: 'posted-hashes', length: await countOf(hashes) },
    { queue: 'transactions', length: await countOf(db.selectFrom('sightings')) },
    { queue: 'reviews', length: await countOf(reviews) },
    { queue: 'objections', length: await countOf(objections) },
  ];
}

async function alarmCounts({ db }: AppContext): Promise<StoredState['alarms']> {
  const rows = await db
    .selectFrom('alarms')
    .select(['kind', 'severity', (select) => select.fn.countAll<bigint>().as('open')])
    .where('resolved_at', 'is', null)
    .groupBy(['kind', 'severity'])
    .execute();
  return rows.map(({ kind, severity, open }) => ({ kind, severity: severityName(severity), count: Number(open) }));
}

async function distributorStages({ db, now }: AppContext): Promise<StoredState['distributors']> {
  const rows = await db
    .selectFrom('distributors')
    .innerJoin('allocation_batches', 'allocation_batches.id', 'distributors.batch')
    .selectAll('distributors')
    .select('opens_at')
    .execute();
  return rows.map((row) => ({
    batch: Number(row.batch),
    stage: stageOf(row, row.opens_at),
    ageSeconds: row.compared_at === null ? null : secondsSince(row.compared_at, now()),
  }));
}

async function chainAges({ db, env, now }: AppContext): Promise<StoredState['chains']> {
  const heads = await db.selectFrom('chain_heads').select(['chain_id', 'seen_at']).execute();
  const cursors = await db.selectFrom('chain_cursors').select(['chain_id', 'head', 'block_number']).execute();
  const feeds = await db.selectFrom('feed_prices').select(['chain_id', 'read_at']).execute();
  const at = now();
  return env.chains.map(({ chainId }) => {
    const ofChain = <Row extends { readonly chain_id: bigint }>(rows: readonly Row[]) =>
      rows.find((row) => Number(row.chain_id) === chainId);
    const [head, cursor, feed] = [ofChain(heads), ofChain(cursors), ofChain(feeds)];
    return {
      chain: chainId,
      headAgeSeconds: head === undefined ? null : secondsSince(head.seen_at, at),
      lagBlocks: cursor === undefined ? null : Number(cursor.head - cursor.block_number),
      feedAgeSeconds: feed === undefined ? null : secondsSince(feed.read_at, at),
    };
  });
}

function secondsSince(time: bigint, now: number): number {
  return Math.max(0, (now - Number(time)) / 1000);
}
