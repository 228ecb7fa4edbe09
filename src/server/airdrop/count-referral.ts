import { REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';
import { appendPoints, reversePoints } from './append-points.ts';
import { pointsOf } from './mission-points.ts';

/** The name of a credited purchase as the source of a referral; `sequence` is that of its credit. */
function purchaseSource(paymentId: bigint, sequence: bigint): string {
  return `payment:${paymentId}:${sequence}`;
}

/** Counts a referral by a credited purchase, given in its state after crediting; not by one below the minimum. */
export async function countPurchase(tx: Tx, row: PaymentRow, at: bigint): Promise<void> {
  if (row.below_minimum === 0n) await countReferral(tx, row.payer, purchaseSource(row.id, row.sequence), at);
}

/** Reverses the count of a credited purchase, given in its state before its reversal. */
export async function uncountPurchase(tx: Tx, row: PaymentRow, _sequence: bigint, at: bigint): Promise<void> {
  await uncountReferral(tx, row.payer, purchaseSource(row.id, row.sequence), at);
}

/**
 * Pays the referrer of a wallet whose first reviewed mission was confirmed, or purchase credited, since it applied a
 * code (decision 41). Does nothing without a referrer, or when the referral has already counted.
 */
export async function countReferral(tx: Tx, invitee: string, source: string, at: bigint): Promise<void> {
  const row = await tx
    .updateTable('referrals')
    .set({ state: 'counted', source, counted_at: at })
    .where('invitee', '=', invitee)
    .where('state', '=', 'applied')
    .returning('inviter')
    .executeTakeFirst();
  if (row === undefined) return;
  const points = pointsOf('referral');
  await appendPoints(tx, { wallet: row.inviter, points, mission: 'referral', reason: 'referral', source }, at);
}

/**
 * Reverses the points of a referral when its source is undone, unless another source of the invited wallet still makes
 * it count. Call it after the source was undone.
 */
export async function uncountReferral(tx: Tx, invitee: string, source: string, at: bigint): Promise<void> {
  const row = await tx
    .updateTable('referrals')
    .set({ state: 'applied', source: null, counted_at: null })
    .where('invitee', '=', invitee)
    .where('source', '=', source)
    .returning(['inviter', 'applied_at'])
    .executeTakeFirst();
  if (row === undefined) return;
  const entry = await tx
    .selectFrom('point_entries')
    .select(['id', 'wallet', 'points', 'mission'])
    .where('wallet', '=', row.inviter)
    .where('mission', '=', 'referral')
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  await reversePoints(tx, entry, 'mistake', at);
  const other = await otherSource(tx, invitee, row.applied_at);
  if (other !== null) await countReferral(tx, invitee, other, at);
}

async function otherSource(tx: Tx, invitee: string, since: bigint): Promise<string | null> {
  const submission = await tx
    .selectFrom('mission_submissions')
    .select('id')
    .where('wallet', '=', invitee)
    .where('mission', 'in', [...REVIEWED_MISSIONS])
    .where('status', '=', 'confirmed')
    .where('decided_at', '>=', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (submission !== undefined) return `submission:${submission.id}`;
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'sequence'])
    .where('payer', '=', invitee)
    .where('status', '=', 'credited')
    .where('below_minimum', '=', 0n)
    .where('credited_at', '>=', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return payment === undefined ? null : purchaseSource(payment.id, payment.sequence);
}
