import { paymentId } from '#src/chain/payment-id.ts';
import { type MissionId, missionOf } from '#src/config/missions.ts';
import { SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import { SOCIAL_ACCOUNTS } from '#src/lib/airdrop/social-accounts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Cell, RichCell } from './screen.ts';

/** A time (ms) formatted for staff, in UTC; a dash for none. */
export function time(at: bigint | number | null): string {
  return at === null ? '–' : `${new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Who did something and when; a dash if nobody has. */
export function byAt(name: string | null, at: bigint | null): string {
  return at === null ? '–' : `${name ?? '–'}, ${time(at)}`;
}

/** The waiting time, and whether it is too long. */
export function waited(since: bigint, dueAt: number, now: number): RichCell {
  const hours = (milliseconds: number) => `${Math.floor(milliseconds / 3_600_000)} h`;
  return dueAt < now
    ? { text: `overdue by ${hours(now - dueAt)}`, tone: 'bad' }
    : { text: `waits for ${hours(now - Number(since))}, ${hours(dueAt - now)} left` };
}

/** An amount in base units, exact and with grouped thousands, so that an extra digit is noticed. */
export function amount(units: bigint, decimals: number): string {
  return formatNumber(formatUnits(units, decimals), 'en', 0, decimals);
}

export function synx(nano: bigint): string {
  return `${amount(nano, SYNX_DECIMALS)} SYNX`;
}

export function usd(micro: bigint): string {
  return `${amount(micro, USD_DECIMALS)} USD`;
}

/** A value in micro-dollars that the server estimated. */
export function worth(micro: bigint | null, unknown = '–'): string {
  return micro === null ? unknown : `about ${usd(micro)}`;
}

export function walletCell(wallet: string): Cell {
  return { text: wallet, to: `/staff/wallet?wallet=${encodeURIComponent(wallet)}` };
}

export function paymentCell(row: Pick<PaymentRow, 'chain_id' | 'transaction_hash' | 'transfer_index'>): Cell {
  const id = paymentId(row);
  return { text: id, to: `/staff/payment?payment=${encodeURIComponent(id)}` };
}

/** The subject of a submission: its link, or the account as typed, with its presumed address. */
export function accountCell(
  { link, account, mission }: { link: string | null; account: string | null; mission: MissionId },
  key?: string,
): Cell {
  if (link !== null) return { text: link, link, key };
  if (account === null) return '–';
  const kind = missionOf(mission).account;
  if (kind === undefined) return { text: account, key };
  const profile = `${SOCIAL_ACCOUNTS[kind].profile}${encodeURIComponent(account.replaceAll(' ', ''))}`;
  return { text: account, key, link: profile };
}
