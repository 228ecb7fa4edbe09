import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { isChainId } from '#src/config/chains.ts';
import { INCIDENTS } from '#src/contract/records.ts';
import { countOf } from '../database/statements.ts';
import type { Db, Tables, Tx } from '../database/tables.ts';
import { lockRecordChain } from '../records/append-record.ts';
import { recordNews } from '../records/news.ts';
import { hideAddresses } from '../util/hide-addresses.ts';
import { isoTime } from '../util/iso-time.ts';
import { type AlarmKind, type Severity, severityLevel, severityOf } from './alarm-kinds.ts';

export type AlarmRow = Selectable<Tables['alarms']>;

export interface AlarmLog {
  fatal(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Events of one kind that one alarm counts, because there may be any number of them. */
export interface Tally {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: string;
  /** Identifies a counted case; the alarm keeps the first few and the latest few. */
  readonly example: string;
  /** By default, the kind's. */
  readonly severity?: Severity;
  /** The value of one case in micro-dollars, if known; the alarm keeps the greatest. */
  readonly worthMicro?: bigint | null;
  /** Makes each case count only once, in the same transaction, and returns how many to count; 0 raises no alarm. */
  mark(tx: Tx): Promise<number>;
  /** Called after the count by one caller at a time: why the alarm is severe from now on, or null. */
  escalate?(tx: Tx): Promise<string | null>;
}

/** An alarm is a row that stays open until somebody resolves it; those of INCIDENTS are also in the system log. */
export interface Alarms {
  /** Opens an alarm unless it is open (kind and subject); returns since when. Ordered by `worthMicro`. Never throws. */
  raise(kind: AlarmKind, subject: string, detail: string, worthMicro?: bigint | null): Promise<number>;
  /** Counts in an open alarm, or opens it. Throws the errors of `mark` and the database; then nothing is kept. */
  tally(tally: Tally): Promise<void>;
  /** Closes an alarm whose cause is gone; does nothing if none is open. */
  resolve(kind: AlarmKind, subject: string): Promise<void>;
}

/** An alarm that the database would not take. */
export interface UnstoredAlarm {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const MAX_DETAIL = 2_000;
const FIRST_EXAMPLES = 5;
const LATEST_EXAMPLES = 5;
/** Somebody else may open or close the same alarm between two statements, but not three times in a row. */
const TRIES = 3;

interface AlarmOptions {
  /** Gets an alarm that the database would not take, which is logged as well. */
  readonly unstored?: ((alarm: UnstoredAlarm) => void) | undefined;
  /**
   * Before that, those of INCIDENTS neither open nor close: their record dates them for good, and whoever found them
   * looks again.
   */
  readonly isTimeConfirmed?: () => boolean;
}

/** Keeps alarms in the database. */
export function createAlarms(
  db: Db,
  log: AlarmLog,
  now: () => number,
  { unstored, isTimeConfirmed = () => true }: AlarmOptions = {},
): Alarms {
  const waits = (kind: string) => incidentOf(kind) !== null && !isTimeConfirmed();
  const tell = (severity: Severity, { kind, subject, detail }: Pick<AlarmRow, 'kind' | 'subject' | 'detail'>) => {
    const fields = { alarm: kind, subject, detail: detail.slice(0, MAX_DETAIL) };
    if (severity === 'low') log.warn(fields, `alarm: ${kind}`);
    else log.fatal(fields, `alarm: ${kind}`);
  };
  return {
    raise: async (kind, subject, told, worthMicro = null) => {
      const detail = hideAddresses(told);
      const at = now();
      if (waits(kind)) return at;
      try {
        const known = await openAlarm(db, kind, subject);
        if (known !== undefined && (worthMicro === null || worthMicro <= (known.worth_micro ?? -1n)))
          return Number(known.created_at);
        const entry = { kind, subject, detail, severity: severityOf(kind), worthMicro, at: BigInt(at) };
        const { opened, since } = await db.transaction().execute((tx) => putAlarm(tx, entry, 0n));
        if (opened) tell(entry.severity, entry);
        return Number(since);
      } catch (error) {
        log.fatal({ alarm: kind, subject, detail, err: error }, 'an alarm could not be stored');
        unstored?.({ kind, subject, detail, at });
        return at;
      }
    },
    tally: async ({ kind, subject, detail, example, severity = severityOf(kind), worthMicro = null, ...asks }) => {
      const entry = { kind, subject, detail, example, severity, worthMicro, at: BigInt(now()) };
      const told = await db.transaction().execute(async (tx) => {
        const times = await asks.mark(tx);
        const opened = times > 0 && (await putAlarm(tx, entry, BigInt(times))).opened;
        const worse = (await asks.escalate?.(tx)) ?? null;
        if (worse === null) return opened ? entry : null;
        const severe = { ...entry, detail: worse, severity: 'severe' as const };
        return (await makeWorse(tx, severe)) ? severe : null;
      });
      if (told !== null) tell(told.severity, told);
    },
    resolve: async (kind, subject) => {
      if (waits(kind) || (await openAlarm(db, kind, subject)) === undefined) return;
      await db.transaction().execute((tx) => closeAlarm(tx, kind, subject, BigInt(now())));
    },
  };
}

interface Entry {
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
  readonly severity: Severity;
  readonly worthMicro: bigint | null;
  readonly example?: string;
  readonly at: bigint;
}

/** Opens an alarm, or adds to the open one. Lock order: the system log, for an incident, then the alarm's row. */
async function putAlarm(tx: Tx, entry: Entry, times: bigint): Promise<{ opened: boolean; since: bigint }> {
  const { kind, subject, detail, severity, worthMicro, example, at } = entry;
  const incident = incidentOf(kind);
  if (incident !== null) await holdNews(tx);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const open = await tx
      .updateTable('alarms')
      .set((alarm) => ({ times: alarm('times', '+', times), last_seen_at: at }))
      .where((where) => where.and({ kind, subject, resolved_at: null }))
      .returningAll()
      .executeTakeFirst();
    if (open !== undefined) {
      await addTo(tx, open, example, worthMicro);
      return { opened: false, since: open.created_at };
    }
    const made = await tx
      .insertInto('alarms')
      .values({
        ...{ kind, subject, detail: detail.slice(0, MAX_DETAIL), created_at: at, resolved_at: null },
        ...{ severity: severityLevel(severity), times: times === 0n ? 1n : times, last_seen_at: at },
        ...{ worth_micro: worthMicro, examples: JSON.stringify(example === undefined ? [] : [example]) },
      })
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) continue;
    if (incident !== null) {
      const data = { incident, chainId: chainOfSubject(subject) };
      await recordNews(tx, { event: 'incident-opened', data, source: `alarm:${made.id}` }, at);
    }
    return { opened: true, since: at };
  }
  throw new Error(`the alarm ${kind} ${subject} opens and closes continuously`);
}

/** Adds another example and a greater value to an alarm; the transaction holds its row. */
async function addTo(tx: Tx, alarm: AlarmRow, example: string | undefined, worthMicro: bigint | null): Promise<void> {
  const known = JSON.parse(alarm.examples) as string[];
  const latest = known.slice(FIRST_EXAMPLES).slice(1 - LATEST_EXAMPLES);
  const examples =
    example === undefined || known.includes(example) ? known : [...known.slice(0, FIRST_EXAMPLES), ...latest, example];
  const worth = worthMicro !== null && worthMicro > (alarm.worth_micro ?? -1n) ? worthMicro : alarm.worth_micro;
  if (examples === known && worth === alarm.worth_micro) return;
  await tx
    .updateTable('alarms')
    .set({ examples: JSON.stringify(examples), worth_micro: worth })
    .where('id', '=', alarm.id)
    .execute();
}

/** Raises an alarm's severity, so that it sorts first and is announced again; false if it is that severe already. */
async function makeWorse(tx: Tx, entry: Entry): Promise<boolean> {
  const { opened } = await putAlarm(tx, entry, 0n);
  if (opened) return true;
  const level = severityLevel(entry.severity);
  const changed = await tx
    .updateTable('alarms')
    .set({ severity: level, detail: entry.detail.slice(0, MAX_DETAIL), told_at: null })
    .where((where) => where.and({ kind: entry.kind, subject: entry.subject, resolved_at: null }))
    .where('severity', '<', level)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** How many open alarms need attention now; those of low severity can wait. */
export function openAlarms(db: Db): Promise<number> {
  const open = db.selectFrom('alarms').where('resolved_at', 'is', null);
  return countOf(open.where('severity', '>', severityLevel('low')));
}

async function openAlarm(db: Db, kind: string, subject: string) {
  return db
    .selectFrom('alarms')
    .select(['created_at', 'worth_micro'])
    .where((where) => where.and({ kind, subject, resolved_at: null }))
    .executeTakeFirst();
}

/** Sorts alarms: most severe first, then most valuable, then oldest. */
export function worstFirst<Row>(alarms: SelectQueryBuilder<Tables, 'alarms', Row>) {
  return alarms.orderBy('severity', 'desc').orderBy(sql`coalesce(worth_micro, -1)`, 'desc').orderBy('id');
}

/** Closes an alarm, and its incident if it has one; false if none was open. */
export async function closeAlarm(tx: Tx, kind: string, subject: string, at: bigint): Promise<boolean> {
  const incident = incidentOf(kind);
  if (incident !== null) await holdNews(tx);
  const closed = await tx
    .updateTable('alarms')
    .set({ resolved_at: at })
    .where((where) => where.and({ kind, subject, resolved_at: null }))
    .returning(['id', 'created_at'])
    .executeTakeFirst();
  if (closed === undefined) return false;
  if (incident !== null) {
    const data = { incident, chainId: chainOfSubject(subject), since: isoTime(closed.created_at) };
    await recordNews(tx, { event: 'incident-closed', data, source: `alarm-closed:${closed.id}` }, at);
  }
  return true;
}

/** Waits for others who open or close an incident, so that visitors hear of it once. */
async function holdNews(tx: Tx): Promise<void> {
  await lockRecordChain(tx, 'news');
}

function incidentOf(kind: string) {
  return Object.hasOwn(INCIDENTS, kind) ? INCIDENTS[kind as keyof typeof INCIDENTS] : null;
}

/** The chain that a subject such as `56/USDT` begins with. */
function chainOfSubject(subject: string) {
  const chainId = Number(subject.split('/')[0]);
  return isChainId(chainId) ? chainId : null;
}
