import { isChainId } from '#src/config/chains.ts';
import { INCIDENTS } from '#src/contract/records.ts';
import type { Db, Tx } from './database/tables.ts';
import { isoTime } from './purchases/payment-records.ts';
import { recordNews } from './records/record-news.ts';

export interface AlarmLog {
  fatal(fields: object, message: string): void;
}

/**
 * An alarm is a row that stays open until it is resolved, and one log line at `fatal` when it opens. Those that visitors
 * are told of (INCIDENTS) open and close an incident of the system log with it.
 */
export interface Alarms {
  /** Opens an alarm unless the same one (kind and subject) is open; returns since when (ms). Never throws. */
  raise(kind: string, subject: string, detail: string): Promise<number>;
  /** Closes an alarm whose cause is gone; does nothing when none is open. */
  resolve(kind: string, subject: string): Promise<void>;
}

/** Alarms kept in the database; what fails while raising one is logged, the caller's work comes first. */
export function createAlarms(db: Db, log: AlarmLog, now: () => number): Alarms {
  /** Kinds and subjects that are open, as far as this process knows: resolving any other costs no query. */
  let open: Promise<Set<string>> | undefined;
  const openNow = () => {
    open ??= openAlarms(db);
    open.catch(() => {
      open = undefined;
    });
    return open;
  };
  return {
    raise: async (kind, subject, detail) => {
      const at = now();
      try {
        const since = await openAlarm(db, { kind, subject, detail: detail.slice(0, 2000), at: BigInt(at) });
        (await openNow()).add(`${kind} ${subject}`);
        if (since !== null) return Number(since);
        log.fatal({ alarm: kind, subject, detail }, `alarm: ${kind}`);
      } catch (error) {
        log.fatal({ alarm: kind, subject, detail, err: error }, 'an alarm could not be stored');
      }
      return at;
    },
    resolve: async (kind, subject) => {
      const known = await openNow();
      if (!known.has(`${kind} ${subject}`)) return;
      await closeAlarm(db, kind, subject, BigInt(now()));
      known.delete(`${kind} ${subject}`);
    },
  };
}

async function openAlarms(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('alarms').select(['kind', 'subject']).where('resolved_at', 'is', null).execute();
  return new Set(rows.map(({ kind, subject }) => `${kind} ${subject}`));
}

/** Since when such an alarm is open already; null where this one opened it. */
async function openAlarm(
  db: Db,
  { kind, subject, detail, at }: { kind: string; subject: string; detail: string; at: bigint },
): Promise<bigint | null> {
  return db.transaction().execute(async (tx) => {
    const incident = incidentOf(kind);
    // Whoever finds the same at once waits here, so that visitors are told once.
    if (incident !== null)
      await tx.updateTable('record_heads').set({ kind: 'news' }).where('kind', '=', 'news').execute();
    const open = await tx
      .selectFrom('alarms')
      .select('created_at')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
    if (open !== undefined) return open.created_at;
    const { id } = await tx
      .insertInto('alarms')
      .values({ kind, subject, detail, created_at: at, resolved_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (incident !== null)
      await recordNews(tx, 'incident-opened', { incident, chainId: chainOfSubject(subject) }, at, `alarm:${id}`);
    return null;
  });
}

async function closeAlarm(db: Db, kind: string, subject: string, at: bigint): Promise<void> {
  await db.transaction().execute(async (tx: Tx) => {
    const closed = await tx
      .updateTable('alarms')
      .set({ resolved_at: at })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('resolved_at', 'is', null)
      .returning(['id', 'created_at'])
      .execute();
    const incident = incidentOf(kind);
    if (incident === null) return;
    for (const { id, created_at } of closed) {
      const data = { incident, chainId: chainOfSubject(subject), since: isoTime(created_at) };
      await recordNews(tx, 'incident-closed', data, at, `alarm-closed:${id}`);
    }
  });
}

function incidentOf(kind: string) {
  return kind in INCIDENTS ? INCIDENTS[kind as keyof typeof INCIDENTS] : null;
}

/** The chain that a subject such as `56/USDT` begins with. */
function chainOfSubject(subject: string) {
  const chainId = Number(subject.split('/')[0]);
  return isChainId(chainId) ? chainId : null;
}
