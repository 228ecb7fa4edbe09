import { severityLevel, severityOf } from './alarm-kinds.ts';
import type { UnstoredAlarm } from './alarms.ts';
import { alertMail } from './alert-mail.ts';
import { ALERT_PAUSE_MS, type AlertDelivery } from './deliver-alerts.ts';

/** Wait after a mail that could not be sent, in milliseconds. */
const TRIED_AGAIN_MS = 60_000;

/**
 * Mails an alarm that the database cannot take: at once, then per 15 minutes one about storage and one about the rest,
 * so that the cause is heard of even after its consequence.
 */
export function mailUnstored(
  { mailer, to, origin, onFailure }: Omit<AlertDelivery, 'context'>,
  now: () => number,
  monotonic: () => number = () => performance.now(),
): (alarm: UnstoredAlarm) => void {
  const nextAt = { storage: Number.NEGATIVE_INFINITY, other: Number.NEGATIVE_INFINITY };
  return ({ kind, subject, detail, at }) => {
    const about = kind === 'storage' ? 'storage' : 'other';
    if (monotonic() < nextAt[about]) return;
    nextAt[about] = monotonic() + ALERT_PAUSE_MS;
    const alarm = {
      kind,
      subject,
      detail,
      created_at: BigInt(at),
      times: 1n,
      severity: severityLevel(severityOf(kind)),
    };
    mailer.send(alertMail({ to, origin, now: now(), fresh: [alarm], older: [], passed: [] }), now()).catch((error) => {
      nextAt[about] = monotonic() + TRIED_AGAIN_MS;
      onFailure(error);
    });
  };
}
