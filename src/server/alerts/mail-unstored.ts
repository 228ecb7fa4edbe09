import { severityLevel, severityOf } from './alarm-kinds.ts';
import type { UnstoredAlarm } from './alarms.ts';
import { alertMail } from './alert-mail.ts';
import { ALERT_PAUSE_MS, type AlertDelivery } from './deliver-alerts.ts';

/** After a mail that could not be sent, in milliseconds. */
const TRIED_AGAIN_MS = 60_000;

/**
 * Mails the operator an alarm that the database cannot take, past the usual delivery, which reads the database: now,
 * and one mail of each process in 15 minutes. Alarms in between are in the log.
 */
export function mailUnstored(
  { mailer, to, origin, onFailure }: Omit<AlertDelivery, 'context'>,
  now: () => number,
  monotonic: () => number = () => performance.now(),
): (alarm: UnstoredAlarm) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return ({ kind, subject, detail, at }) => {
    if (monotonic() < nextAt) return;
    nextAt = monotonic() + ALERT_PAUSE_MS;
    const alarm = {
      kind,
      subject,
      detail,
      created_at: BigInt(at),
      times: 1n,
      severity: severityLevel(severityOf(kind)),
    };
    mailer.send(alertMail({ to, origin, now: now(), fresh: [alarm], older: [], passed: [] }), now()).catch((error) => {
      nextAt = monotonic() + TRIED_AGAIN_MS;
      onFailure(error);
    });
  };
}
