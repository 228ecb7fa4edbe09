import { createHmac } from 'node:crypto';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';
import { reverseEntry } from './correct-points.ts';

/** Without letters that look like digits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

/** A wallet for which an X or YouTube name has counted, and since when. */
export interface NameHolder {
  readonly wallet: string;
  readonly since: bigint;
}

/** The other wallet for which the name of a pending submission has counted; null without a dispute, and for videos. */
export async function holderOf(db: Db | Tx, row: MissionEntryRow): Promise<NameHolder | null> {
  if (row.status !== 'pending' || row.account_hash === null || row.mission === 'createVideo') return null;
  const used = await db
    .selectFrom('used_accounts')
    .select(['wallet', 'created_at'])
    .where('account_hash', '=', row.account_hash)
    .where('wallet', '<>', row.wallet)
    .executeTakeFirst();
  return used === undefined ? null : { wallet: used.wallet, since: used.created_at };
}

/** The code that only a disputed name's owner can publish. Made for this wallet and name. Not within a transaction. */
export async function proofCode(db: Db, { wallet, account_hash: hash }: MissionEntryRow): Promise<string> {
  const digest = createHmac('sha256', await secretOf(db, 'name-secret'))
    .update(`${wallet}\0${hash}`)
    .digest();
  return `SYNX-${[...digest.subarray(0, CODE_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')}`;
}

/** Gives a disputed name to the wallet whose code was found, and undoes what the other one, returned, earned by it. */
export async function moveName(tx: Tx, row: MissionEntryRow, staffId: string, at: bigint): Promise<string | null> {
  const holder = await holderOf(tx, row);
  if (holder === null) return null;
  const moved = await tx
    .updateTable('used_accounts')
    .set({ wallet: row.wallet, created_at: at })
    .where('account_hash', '=', row.account_hash)
    .where('wallet', '=', holder.wallet)
    .returning('wallet')
    .executeTakeFirst();
  if (moved === undefined) return null;
  const earned = await tx
    .selectFrom('mission_submissions')
    .select(['id'])
    .where((where) => where.and({ wallet: holder.wallet, account_hash: row.account_hash, status: 'confirmed' }))
    .orderBy('id')
    .execute();
  for (const { id } of earned) {
    const entry = await tx
      .selectFrom('point_entries as entry')
      .leftJoin('point_entries as reversal', 'reversal.reverses', 'entry.id')
      .select('entry.id')
      .where('entry.wallet', '=', holder.wallet)
      .where('entry.reason', '=', 'mission')
      .where(({ or, eb }) =>
        or([eb('entry.source', '=', `submission:${id}`), eb('entry.source', 'like', `submission:${id}:%`)]),
      )
      .where('reversal.id', 'is', null)
      .executeTakeFirst();
    if (entry === undefined) continue;
    const reversal = { wallet: holder.wallet, reverses: entry.id, reasonCode: 'account-taken', staffId } as const;
    await reverseEntry(tx, reversal, at);
  }
  return holder.wallet;
}
