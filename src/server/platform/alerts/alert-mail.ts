import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import type { Mail } from '../mail/mailer.ts';
import { severityName } from './alarm-kinds.ts';
import type { AlarmRow } from './alarms.ts';

type MailedAlarm = Pick<AlarmRow, 'kind' | 'subject' | 'detail' | 'created_at' | 'times' | 'severity'>;

/** Each list is in reading order. */
export interface AlertParts {
  readonly to: string;
  readonly origin: string;
  readonly now: number;
  /** Open, and not reported before. */
  readonly fresh: readonly MailedAlarm[];
  /** Open, and reported before. */
  readonly older: readonly MailedAlarm[];
  /** Closed since the last mail. */
  readonly passed: readonly MailedAlarm[];
}

/** How many of each kind a mail lists; it counts the others. */
const LISTED = 20;
/** How much of an alarm's text a mail has; the desk has the rest. */
const DETAIL_LENGTH = 200;

/** One message about all alarms. It contains payments, names and addresses only if an alarm names them. */
export function alertMail({ to, origin, now, fresh, older, passed }: AlertParts): Mail {
  const open = fresh.length + older.length;
  const subject =
    fresh.length === 0
      ? `SYNX: ${open === 0 ? 'alarms came and went' : `${count(open)} open`}`
      : `SYNX: ${count(fresh.length)} new: ${[...new Set(fresh.map(({ kind }) => kind))].slice(0, 3).join(', ')}`;
  const desk = `${origin}/staff/alarms`;
  const text = [
    ...section('New and open', fresh, now),
    ...section('Still open', older, now),
    ...section('Closed since the last mail', passed, now),
    `What to do: ${desk} and docs/operating.md, “Incidents”.`,
    '',
  ].join('\n');
  return {
    ...{ to, locale: DEFAULT_LOCALE, subject, text },
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body><pre style="white-space:pre-wrap;font:15px/1.5 system-ui,sans-serif">${escapeHtml(text)}</pre></body></html>`,
    unsubscribeUrl: null,
  };
}

function section(title: string, alarms: readonly MailedAlarm[], now: number): string[] {
  if (alarms.length === 0) return [];
  return [
    `${title} (${alarms.length})`,
    ...alarms.slice(0, LISTED).map((alarm) => lineOf(alarm, now)),
    ...(alarms.length > LISTED ? [`- and ${alarms.length - LISTED} more`] : []),
    '',
  ];
}

function lineOf(alarm: MailedAlarm, now: number): string {
  const { kind, subject, detail, created_at: since, times } = alarm;
  const severity = severityName(alarm.severity);
  const minutes = Math.max(0, Math.floor((now - Number(since)) / 60_000));
  const at = new Date(Number(since)).toISOString().slice(0, 16).replace('T', ' ');
  const said = oneLine(detail);
  const notes = [
    ...(severity === 'normal' ? [] : [severity]),
    ...(times > 1n ? [`${times} times`] : []),
    `since ${at} UTC, ${minutes} min`,
  ];
  return `- ${oneLine(kind)} ${oneLine(subject)}: ${said} (${notes.join(', ')})`;
}

/** Keeps text from outside, such as a source's answer, on one line of the mail. */
function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > DETAIL_LENGTH ? `${flat.slice(0, DETAIL_LENGTH)}…` : flat;
}

function count(alarms: number): string {
  return alarms === 1 ? '1 alarm' : `${alarms} alarms`;
}
