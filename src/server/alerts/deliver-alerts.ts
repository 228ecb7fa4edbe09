import { inSlices } from '../in-slices.ts';
import { type Mailer, MailRefusedError } from '../mail/mailer.ts';
import type { Engine } from '../purchases/engine.ts';
import { alertMail } from './alert-mail.ts';

/** Between two mails about alarms; what happens in between is in the next one. */
export const ALERT_PAUSE_MS = 900_000;
/** While alarms are open the operator hears of them so often, whether or not there are new ones. */
export const ALERT_REMINDER_MS = 86_400_000;
const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** More that came and went between two mails nobody reads. */
const MOST = 200;

export interface AlertDelivery {
  readonly engine: Pick<Engine, 'db' | 'now'>;
  readonly mailer: Mailer;
  /** ALERT_EMAIL. */
  readonly to: string;
  /** The site's origin, for the link to the desk. */
  readonly origin: string;
  /** Hears of every mail that could not be sent and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Tells the operator by mail of alarms that opened since the last mail, all in one, at most every 15 minutes; once a day
 * again while any is open. The time of the next one is moved on first, so that several instances never send one twice;
 * what fails is tried again after 1, 2, 4 … minutes. Returns whether a mail was sent.
 */
export async function deliverAlerts({ engine, mailer, to, origin, onFailure }: AlertDelivery): Promise<boolean> {
  const { db } = engine;
  const now = engine.now();
  const state = await db.selectFrom('alert_mails').selectAll().executeTakeFirstOrThrow();
  if (state.next_at > BigInt(now)) return false;
  const open = await db.selectFrom('alarms').selectAll().where('resolved_at', 'is', null).orderBy('id').execute();
  // The first mail ever is about what is open; later ones also tell of what came and went.
  const passed = await db
    .selectFrom('alarms')
    .selectAll()
    .where('resolved_at', '>', state.mailed_at === 0n ? BigInt(now) : state.mailed_at)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  const fresh = open.filter(isUntold);
  const reminds = open.length > 0 && state.mailed_at + BigInt(ALERT_REMINDER_MS) <= BigInt(now);
  if (fresh.length === 0 && !passed.some(isUntold) && !reminds) return false;
  const claimed = await db
    .updateTable('alert_mails')
    .set({ next_at: BigInt(now + waitAfter(state.attempts)), attempts: state.attempts + 1n })
    .where('next_at', '=', state.next_at)
    .returning('id')
    .executeTakeFirst();
  if (claimed === undefined) return false;
  const older = open.filter((alarm) => !isUntold(alarm));
  try {
    await mailer.send(alertMail({ to, origin, now, fresh, older, passed }), now);
  } catch (error) {
    onFailure(error instanceof MailRefusedError ? new Error(`ALERT_EMAIL: ${error.message}`, { cause: error }) : error);
    return false;
  }
  await db.transaction().execute(async (tx) => {
    const told = [...fresh, ...passed].map(({ id }) => id);
    await inSlices(told, (slice) =>
      tx
        .updateTable('alarms')
        .set({ told_at: BigInt(now) })
        .where('id', 'in', slice)
        .execute(),
    );
    await tx
      .updateTable('alert_mails')
      .set({ mailed_at: BigInt(now), next_at: BigInt(now + ALERT_PAUSE_MS), attempts: 0n })
      .execute();
  });
  return true;
}

function isUntold({ told_at: told }: { readonly told_at: bigint | null }): boolean {
  return told === null;
}

function waitAfter(attempts: bigint): number {
  return Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** Math.min(10, Number(attempts)));
}
