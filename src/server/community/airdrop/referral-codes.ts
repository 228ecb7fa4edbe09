import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { REFERRAL_CODE_LENGTH } from '#src/config/missions.ts';
import type { Alarms } from '#src/server/platform/alerts/alarms.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const POSSIBLE_CODES = LETTERS.length ** REFERRAL_CODE_LENGTH;
/** With half of all codes used, the second try on average finds a free one. */
const TRIES = 60;
/** Codes counted per statement. */
const CODES_COUNTED = 10_000;
/** More wallets than people invite in a row. Free ones can be any number, and each try would read all of them (S25). */
const LONGEST_CHAIN = 1_000n;

/** A wallet's referral code, or null if it has none yet. */
export async function findCode(db: Db, wallet: string): Promise<string | null> {
  const row = await db
    .selectFrom('participants')
    .select('referral_code')
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  return row?.referral_code ?? null;
}

/** A wallet's referral code, issued at the first call; null if it found no free one. */
export async function issueCode(db: Db, wallet: string, now: number, draw = randomCode): Promise<string | null> {
  const known = await findCode(db, wallet);
  if (known !== null) return known;
  await db
    .insertInto('participants')
    .values({ wallet, referral_code: null, created_at: BigInt(now) })
    .onConflict((conflict) => conflict.column('wallet').doNothing())
    .execute();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = draw();
    if ((await ownerOf(db, code)) !== null) continue;
    try {
      await db
        .updateTable('participants')
        .set({ referral_code: code })
        .where('wallet', '=', wallet)
        .where('referral_code', 'is', null)
        .execute();
    } catch (error) {
      // Another wallet took the code at the same moment, and the unique index refused ours.
      if (isStorageOutage(error) || tries === TRIES - 1) throw error;
      continue;
    }
    return findCode(db, wallet);
  }
  return null;
}

/** Whether a wallet must wait for its code: free wallets must not use up the codes (A3, decision 39). */
export async function waitsForCode(db: Db, wallet: string, used: number, possible = POSSIBLE_CODES): Promise<boolean> {
  if (used * 2 < possible) return false;
  const row = await db
    .selectFrom('participants')
    .select(['referral_code', 'established'])
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  return row === undefined || (row.referral_code === null && row.established === 0n);
}

export type ApplyOutcome = 'applied' | 'referral_already_applied' | 'referral_code_unusable';

/** Records a wallet's referrer, once. All refusals are the same after the same work, and so reveal nothing. */
export async function applyCode(db: Db, wallet: string, code: string, now: number): Promise<ApplyOutcome> {
  const at = BigInt(now);
  return db.transaction().execute(async (tx): Promise<ApplyOutcome> => {
    // One at a time: otherwise two wallets that refer each other at the same moment would both pass.
    await tx
      .insertInto('settings')
      .values({ key: 'referral-graph', value: 'locked while a code is applied' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
      .execute();
    const applied = await tx.selectFrom('referrals').select('invitee').where('invitee', '=', wallet).executeTakeFirst();
    if (applied !== undefined) return 'referral_already_applied';
    const owner = await ownerOf(tx, code.toUpperCase());
    if (await isReferredBy(tx, owner ?? wallet, wallet)) return 'referral_code_unusable';
    const row = await tx
      .insertInto('referrals')
      .values({
        invitee: wallet,
        inviter: owner ?? wallet,
        state: 'applied',
        source: null,
        applied_at: at,
        counted_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('invitee')
      .executeTakeFirst();
    return row === undefined ? 'referral_already_applied' : 'applied';
  });
}

/** How many wallets applied a wallet's code, and how many of them have counted. */
export async function invitedBy(db: Db, wallet: string): Promise<{ applied: number; counted: number }> {
  const rows = await db
    .selectFrom('referrals')
    .select((select) => ['state', select.fn.countAll<bigint>().as('count')])
    .where('inviter', '=', wallet)
    .groupBy('state')
    .execute();
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0n);
  return { applied: of('applied') + of('counted'), counted: of('counted') };
}

/** Raises an alarm while half of all codes are in use: longer ones must come before they run out (decision 41). */
export async function watchCodes(db: Db, alarms: Alarms, possible = POSSIBLE_CODES): Promise<void> {
  const count = await countCodes(db, Math.ceil(possible / 2));
  if (count * 2 >= possible) await alarms.raise('referral-codes', 'half-used', `${count} of ${possible}`);
  else await alarms.resolve('referral-codes', 'half-used');
}

/** How many codes are in use, counting to about `enough`, in stretches so that no statement counts them all. */
export async function countCodes(db: Db, enough = Math.ceil(POSSIBLE_CODES / 2)): Promise<number> {
  let count = 0;
  let after = '';
  while (count < enough) {
    const stretch = await db
      .selectFrom((from) =>
        from
          .selectFrom('participants')
          .select('referral_code')
          .where('referral_code', '>', after)
          .orderBy('referral_code')
          .limit(CODES_COUNTED)
          .as('stretch'),
      )
      .select((select) => [
        select.fn.countAll<bigint>().as('count'),
        select.fn.max<string | null>('referral_code').as('last'),
      ])
      .executeTakeFirstOrThrow();
    count += Number(stretch.count);
    if (stretch.last === null || Number(stretch.count) < CODES_COUNTED) return count;
    after = stretch.last;
  }
  return count;
}

async function ownerOf(db: Db | Tx, code: string): Promise<string | null> {
  const row = await db.selectFrom('participants').select('wallet').where('referral_code', '=', code).executeTakeFirst();
  return row?.wallet ?? null;
}

/**
 * Whether `wallet` is among `start` and its chain of referrers, or may be, because nobody reads so long a chain; never
 * beyond it, unless it has invited somebody itself.
 */
async function isReferredBy(tx: Tx, start: string, wallet: string): Promise<boolean> {
  const { rows } = await sql<{ met: bigint }>`
    with recursive above (wallet, place) as (
      select cast(${start} as text), cast(1 as bigint) union all
      select referrals.inviter, above.place + 1 from referrals join above on referrals.invitee = above.wallet
      where above.place < ${LONGEST_CHAIN}
    ) select count(*) as met from above where wallet = ${wallet}
      or (place = ${LONGEST_CHAIN} and exists (select 1 from referrals where inviter = ${wallet}))`.execute(tx);
  return rows[0]?.met !== 0n;
}

function randomCode(): string {
  return Array.from({ length: REFERRAL_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
