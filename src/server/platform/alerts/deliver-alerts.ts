import type { Selectable } from 'kysely';
import { backOff } from '#src/lib/time/back-off.ts';
import { chunked } from '../database/statements.ts';
import type { Db, Tables } from '../database/tables.ts';
import { type Mailer, MailRefusedError } from '../mail/mailer.ts';
import { severityLevel } from './alarm-kinds.ts';
import { type AlarmRow, worstFirst } from './alarms.ts';
import { alertMail } from './alert-mail.ts';

/** Time between two mails about alarms; the next one includes those in between. */
export const ALERT_PAUSE_MS = 900_000;
/** Shorter for a severe alarm, which must not wait behind a mail about lesser ones. */
const SEVERE_PAUSE_MS = 60_000;
/** How often the operator is reminded of open alarms, even if there are no new ones. */
export const ALERT_REMINDER_MS = 86_400_000;
const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Open alarms per mail; the next mail has the rest. */
const MAX_ALARMS = 500;
/** Nobody reads more alarms that came and went between two mails. */
const MAX_PASSED = 200;

export interface AlertDelivery {
  readonly context: { readonly db: Db; readonly now: () => number };
  readonly mailer: Mailer;
  /** ALERT_EMAIL. */
  readonly to: string;
  /** The site's origin, for the link to the desk. */
  readonly origin: string;
  /** Called for every mail that could not be sent and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Mails the operator about alarms since the last mail: at most every 15 minutes, or each minute if severe, and daily
 * while any is open. The next time is moved forward first, so that no two instances send one. Returns whether it sent.
 */
export async function deliverAlerts({ context, mailer, to, origin, onFailure }: AlertDelivery): Promise<boolean> {
  const { db } = context;
  const now = context.now();
  const state = await db.selectFrom('alert_mails').selectAll().executeTakeFirstOrThrow();
  // A later time was set by a clock that ran ahead (S27).
  const waits = state.next_at > BigInt(now) && state.next_at <= BigInt(now + LONGEST_WAIT_MS);
  if (waits && !(await isUrgent(db, state, now))) return false;
  const open = db.selectFrom('alarms').selectAll().where('resolved_at', 'is', null);
  const fresh = await worstFirst(open.where('told_at', 'is', null))
    .limit(MAX_ALARMS)
    .execute();
  const older = await worstFirst(open.where('told_at', 'is not', null))
    .limit(MAX_ALARMS)
    .execute();
  // The first mail only lists open alarms; later ones also list those opened and closed since.
  const passed = await db
    .selectFrom('alarms')
    .selectAll()
    .where('resolved_at', '>', state.mailed_at === 0n ? BigInt(now) : state.mailed_at)
    .orderBy('id', 'desc')
    .limit(MAX_PASSED)
    .execute();
  const reminds = fresh.length + older.length > 0 && state.mailed_at + BigInt(ALERT_REMINDER_MS) <= BigInt(now);
  if (fresh.length === 0 && !passed.some(isUntold) && !reminds) return false;
  const claimed = await db
    .updateTable('alert_mails')
    .set({
      next_at: BigInt(now + backOff(Number(state.attempts), SHORTEST_WAIT_MS, LONGEST_WAIT_MS)),
      attempts: state.attempts + 1n,
    })
    .where('next_at', '=', state.next_at)
    .where('attempts', '=', state.attempts)
    .returning('id')
    .executeTakeFirst();
  if (claimed === undefined) return false;
  try {
    await mailer.send(alertMail({ to, origin, now, fresh, older, passed }), now);
  } catch (error) {
    onFailure(error instanceof MailRefusedError ? new Error(`ALERT_EMAIL: ${error.message}`, { cause: error }) : error);
    return false;
  }
  await noteTold(db, [...fresh, ...passed], now);
  return true;
}

/** Whether a severe alarm has opened since the last mail, and that mail was not just now. */
async function isUrgent(db: Db, state: Selectable<Tables['alert_mails']>, now: number): Promise<boolean> {
  if (state.attempts > 0n || state.mailed_at + BigInt(SEVERE_PAUSE_MS) > BigInt(now)) return false;
  const severe = await db
    .selectFrom('alarms')
    .select('id')
    .where((where) => where.and({ resolved_at: null, told_at: null, severity: severityLevel('severe') }))
    .executeTakeFirst();
  return severe !== undefined;
}

async function noteTold(db: Db, alarms: readonly AlarmRow[], now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const level of new Set(alarms.map(({ severity }) => severity))) {
      const told = alarms.filter(({ severity }) => severity === level).map(({ id }) => id);
      // If alarms worsened while the mail was sent, the next one reports that.
      const note = (slice: readonly bigint[]) =>
        tx
          .updateTable('alarms')
          .set({ told_at: BigInt(now) })
          .where('id', 'in', slice)
          .where('severity', '=', level)
          .execute();
      await chunked(told, note);
    }
    await tx
      .updateTable('alert_mails')
      .set({ mailed_at: BigInt(now), next_at: BigInt(now + ALERT_PAUSE_MS), attempts: 0n })
      .execute();
  });
}

function isUntold({ told_at: told }: { readonly told_at: bigint | null }): boolean {
  return told === null;
}
