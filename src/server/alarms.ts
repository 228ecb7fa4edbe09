import type { Db } from './database/tables.ts';

export interface AlarmLog {
  fatal(fields: object, message: string): void;
}

/** An alarm is a row that stays open until it is resolved, and one log line at `fatal` when it opens. */
export interface Alarms {
  /** Opens an alarm unless the same one (kind and subject) is open; returns since when (ms). Never throws. */
  raise(kind: string, subject: string, detail: string): Promise<number>;
  /** Closes an alarm whose cause is gone; does nothing when none is open. */
  resolve(kind: string, subject: string): Promise<void>;
}

/** Alarms kept in the database; what fails while raising one is logged, the caller's work comes first. */
export function createAlarms(db: Db, log: AlarmLog, now: () => number): Alarms {
  /** Kinds and subjects raised by this process: resolving what was never raised costs no query. */
  const raised = new Set<string>();
  return {
    raise: async (kind, subject, detail) => {
      const at = now();
      try {
        const open = await db
          .selectFrom('alarms')
          .select('created_at')
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .where('resolved_at', 'is', null)
          .executeTakeFirst();
        raised.add(`${kind} ${subject}`);
        if (open !== undefined) return Number(open.created_at);
        log.fatal({ alarm: kind, subject, detail }, `alarm: ${kind}`);
        await db
          .insertInto('alarms')
          .values({ kind, subject, detail: detail.slice(0, 2000), created_at: BigInt(at), resolved_at: null })
          .execute();
      } catch (error) {
        log.fatal({ alarm: kind, subject, detail, err: error }, 'an alarm could not be stored');
      }
      return at;
    },
    resolve: async (kind, subject) => {
      if (!raised.delete(`${kind} ${subject}`)) return;
      await db
        .updateTable('alarms')
        .set({ resolved_at: BigInt(now()) })
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('resolved_at', 'is', null)
        .execute();
    },
  };
}
