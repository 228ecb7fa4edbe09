import { sql } from 'kysely';
import { REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { rowsOf } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { appendPoints, reversePoints } from './append-points.ts';
import { pointsOf } from './mission-points.ts';

/** A credited purchase as the source of a referral; `sequence` is that of its credit. */
function purchaseSource(paymentId: bigint, sequence: bigint): string {
  return `payment:${paymentId}:${sequence}`;
}

/** Counts the referrals of wallets, each by its first credited purchase that reaches the minimum. */
export async function countPurchases(tx: Tx, rows: readonly PaymentRow[], at: bigint): Promise<void> {
  const first = new Map<string, string>();
  for (const { payer, id, sequence, below_minimum: isBelow } of rows)
    if (isBelow === 0n && !first.has(payer)) first.set(payer, purchaseSource(id, sequence));
  await countReferrals(tx, first, at);
}

/** Takes back the count of a credited purchase; the row is as it was before its reversal. */
export async function uncountPurchase(tx: Tx, row: PaymentRow, _sequence: bigint, at: bigint): Promise<void> {
  await uncountReferral(tx, row.payer, purchaseSource(row.id, row.sequence), at);
}

/** Pays the referrer of a wallet, once, when it has applied a code and done a mission or bought (decision 41). */
export async function countReferral(tx: Tx, invitee: string, source: string, at: bigint): Promise<void> {
  await countReferrals(tx, new Map([[invitee, source]]), at);
}

/** The same for several wallets, each with its source; for none once the books have been handed over. */
async function countReferrals(tx: Tx, sources: ReadonlyMap<string, string>, at: bigint): Promise<void> {
  if (sources.size === 0) return;
  const given = [...sources].map(([wallet, event]) => ({ wallet, event }));
  const counted = await sql<{ invitee: string; inviter: string }>`
    update referrals set state = 'counted', source = given.event, counted_at = ${at}
    from ${rowsOf(tx, { wallet: 'text', event: 'text' }, given)}
    where referrals.invitee = given.wallet and referrals.state = 'applied'
      and not exists (select 1 from record_heads where kind = 'points' and frozen = 1)
    returning invitee, inviter`.execute(tx);
  const inviters = new Map(counted.rows.map(({ invitee, inviter }) => [invitee, inviter]));
  const points = pointsOf('referral');
  for (const [invitee, source] of sources) {
    const wallet = inviters.get(invitee);
    if (wallet !== undefined)
      await appendPoints(tx, { wallet, points, mission: 'referral', reason: 'referral', source }, at);
  }
}

/** Reverses a referral's points, unless another source of the wallet still makes it count. Undo the source first. */
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
    .where((where) => where.and({ wallet: row.inviter, mission: 'referral', source }))
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
    .where((where) => where.and({ payer: invitee, status: 'credited', below_minimum: 0n }))
    .where('credited_at', '>=', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return payment === undefined ? null : purchaseSource(payment.id, payment.sequence);
}
