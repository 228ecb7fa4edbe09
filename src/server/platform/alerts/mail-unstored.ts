import { severityLevel, severityOf } from './alarm-kinds.ts';
import type { UnstoredAlarm } from './alarms.ts';
import { alertMail } from './alert-mail.ts';
import { ALERT_PAUSE_MS, type AlertDelivery } from './deliver-alerts.ts';

/** After a mail that could not be sent, in milliseconds. */
const TRIED_AGAIN_MS = 60_000;

/**
 * Mails the operator an alarm that the database cannot take, past the usual delivery, which reads the database: now,
 * and in 15 minutes one mail of each process about storage and one about anything else, so that the cause is told even
 * if one of its consequences was first. Alarms in between are in the log.
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
