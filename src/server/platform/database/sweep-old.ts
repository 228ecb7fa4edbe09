import { sql } from 'kysely';
import { RETENTION } from '#src/config/retention.ts';
import { INCIDENTS } from '#src/contract/records.ts';
import { deleteInChunks, walkAlongKeys } from './delete-in-chunks.ts';
import type { Db } from './tables.ts';

const DAY_MS = 86_400_000;
/** For posted hashes that paid us nothing: long after their blocks are final, or they expired. */
const SETTLED_MS = 90 * DAY_MS;
const ALARM_MS = 365 * DAY_MS;
const CARD_MS = 30 * DAY_MS;
/** A streak looks back one day; the points ledger keeps the points of a check-in by its day. */
const CHECK_IN_MS = 30 * DAY_MS;
const CLOSED_MS = RETENTION.closedDays * DAY_MS;
const IDLE_MS = 365 * DAY_MS;

/**
 * The sweep of old rows that anybody can create in any number; it deletes none that a payment, the ledger, a record, a
 * vote or a referral refers to. An expired hash stays if its wallet itself had sent it or a session had proven the
 * wallet: its terms count if it is mined after all. Anybody can post what one wallet has sent for ever new ones.
 */
export function createOldSweep(db: Db): (now: number) => Promise<void> {
  const deleteAlongKey = walkAlongKeys(db);
  return async (now) => {
    const before = (age: number) => BigInt(now - age);
    await deleteAlongKey(
      'submissions',
      'id',
      sql`(status in ('rejected', 'failed', 'cancelled')
          or status = 'expired' and (sender is null or sender <> wallet)
            and proven_at is null and terms_proven_at is null)
        and updated_at <= ${before(SETTLED_MS)}
        and not exists (select 1 from payments where payments.transaction_hash = submissions.transaction_hash)
        and not exists (select 1 from payments where payments.safe_tx_hash = submissions.transaction_hash)`,
    );
    // Public records refer to alarms that were incidents, and we never reuse numbers.
    await deleteInChunks(
      db,
      'alarms',
      'id',
      sql`resolved_at is not null and resolved_at <= ${before(ALARM_MS)}
        and kind not in (${sql.join(Object.keys(INCIDENTS))}) and id < (select max(newest.id) from alarms as newest)`,
    );
    // One per host. A running host writes its own again within seconds; hosts that have gone leave none behind.
    await deleteInChunks(db, 'settings', 'key', sql`key like 'written-by:%'`);
    await deleteInChunks(db, 'card_intents', 'id', sql`created_at <= ${before(CARD_MS)}`);
    await deleteAlongKey('partner_applications', 'id', sql`state <> 'new' and created_at <= ${before(CLOSED_MS)}`);
    await deleteAlongKey('check_ins', 'wallet', sql`created_at <= ${before(CHECK_IN_MS)}`);
    await deleteAlongKey(
      'proven_wallets',
      'wallet',
      sql`first_at <= ${before(IDLE_MS)}
        and not exists (select 1 from payments where payments.payer = proven_wallets.wallet)
        and not exists (select 1 from accounts where accounts.owner = proven_wallets.wallet
          and accounts.kind in ('available', 'staked'))
        and not exists (select 1 from participants where participants.wallet = proven_wallets.wallet)
        and not exists (select 1 from vote_records where vote_records.wallet = proven_wallets.wallet)
        and not exists (select 1 from session_proofs where session_proofs.wallet = proven_wallets.wallet)`,
    );
    await deleteAlongKey(
      'participants',
      'id',
      sql`points = 0 and created_at <= ${before(IDLE_MS)}
        and not exists (select 1 from point_entries where point_entries.wallet = participants.wallet)
        and not exists (select 1 from mission_submissions where mission_submissions.wallet = participants.wallet)
        and not exists (select 1 from referrals where referrals.inviter = participants.wallet
          or referrals.invitee = participants.wallet)
        and not exists (select 1 from payments where payments.payer = participants.wallet)`,
    );
  };
}
