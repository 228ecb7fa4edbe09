import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { AIRDROP_TIMES, HUMAN_CHECK_TRIES } from '#src/config/missions.ts';
import { isRightToken, readToken } from '#src/lib/airdrop/human-check.ts';
import type { AirdropTables } from '../database/airdrop-tables.ts';
import { deleteInChunks } from '../database/delete-in-chunks.ts';
import { countOf } from '../database/statements.ts';
import type { Db, Tx } from '../database/tables.ts';
import { ApiFailure } from '../util/errors.ts';

/** A session (by its hash) that acts for a wallet; each has a human check of its own. */
export interface WalletSession {
  readonly session: string;
  readonly wallet: string;
}

type ChallengeRow = Selectable<AirdropTables['human_challenges']>;

/** How much work a check takes. */
export interface HumanCheckLevel {
  /** Difficulty of the work without arithmetic: 15 bits are about 2^18 hashes, a second or two in a browser. */
  readonly bits: number;
  /** Beyond this many checks begun within ten minutes, each takes eight times the work (S11, decision 42). */
  readonly attackAt: number;
  /** Whether the caller's address starts more of them than the people at one address do. */
  readonly isCrowded?: () => Promise<boolean>;
}

const PARTS = 8n;
const MORE_BITS_UNDER_ATTACK = 3;
/** For a crowded address; during an attack, one bit more than for everybody else. */
const MORE_BITS_IN_CROWD = { calm: 2, attack: 4 };
const ATTACK_WINDOW_MS = 600_000;
/** A challenge is handed out again while it remains valid for this long. */
const REUSE_MS = 120_000;

export type HumanStatus =
  | { readonly required: false }
  | { readonly required: true; readonly lockedUntil: number }
  | { readonly required: true; readonly challenge: ChallengeRow };

/** Whether a session must pass a human check before it acts for a wallet, and the challenge if so. */
export async function humanStatus(
  db: Db,
  owner: WalletSession,
  level: HumanCheckLevel,
  now: number,
): Promise<HumanStatus> {
  if (await hasPass(db, owner, now)) return { required: false };
  const lockedUntil = await lockOf(db, owner, now);
  if (lockedUntil !== null) return { required: true, lockedUntil };
  const open = await db
    .selectFrom('human_challenges')
    .selectAll()
    .where((where) => where.and({ session: owner.session, wallet: owner.wallet, used_at: null }))
    .where('expires_at', '>', BigInt(now + REUSE_MS))
    .limit(1)
    .executeTakeFirst();
  return { required: true, challenge: open ?? (await issueChallenge(db, owner, level, now)) };
}

/** Throws ApiFailure unless a session passed a check within half an hour, or its token solves a challenge, once. */
export async function requireHuman(
  db: Db,
  owner: WalletSession,
  { action, token }: { readonly action: string; readonly token: string | null | undefined },
  now: number,
): Promise<void> {
  if (await hasPass(db, owner, now)) return;
  if ((await lockOf(db, owner, now)) !== null) throw new ApiFailure('captcha_locked');
  if (token == null || token === '') throw new ApiFailure('captcha_required');
  const outcome = await redeemToken(db, owner, { action, text: token }, now);
  if (outcome === 'accepted') return;
  // The page may have sent the same token with two actions at once, and the other one has already passed.
  if (await hasPass(db, owner, now)) return;
  if (outcome === 'expired') throw new ApiFailure('captcha_required');
  const left = HUMAN_CHECK_TRIES - (await countWrong(db, owner, now));
  if (left <= 0) throw new ApiFailure('captcha_locked');
  throw new ApiFailure(
    'captcha_invalid',
    `Incorrect answer. ${left} ${left === 1 ? 'attempt' : 'attempts'} remaining.`,
  );
}

/** Moves a session's human checks to the session that replaces it. */
export async function moveHumanChecks(tx: Tx, from: string, to: string): Promise<void> {
  for (const table of ['human_challenges', 'human_passes', 'human_tries'] as const) {
    await tx.updateTable(table).set({ session: to }).where('session', '=', from).execute();
  }
}

/** Deletes expired challenges, passes and tries. */
export async function sweepHumanChecks(db: Db, now: number): Promise<void> {
  const time = BigInt(now);
  const before = (age: number) => time - BigInt(age);
  await deleteInChunks(db, 'human_challenges', 'id', sql`expires_at <= ${before(ATTACK_WINDOW_MS)}`);
  await deleteInChunks(db, 'human_passes', ['session', 'wallet'], sql`expires_at <= ${time}`);
  await deleteInChunks(db, 'human_tries', ['session', 'wallet'], sql`updated_at <= ${before(AIRDROP_TIMES.lockMs)}`);
}

async function hasPass(db: Db, { session, wallet }: WalletSession, now: number): Promise<boolean> {
  const pass = await db
    .selectFrom('human_passes')
    .select('expires_at')
    .where('session', '=', session)
    .where('wallet', '=', wallet)
    .where('expires_at', '>', BigInt(now))
    .executeTakeFirst();
  return pass !== undefined;
}

async function lockOf(db: Db, { session, wallet }: WalletSession, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('human_tries')
    .select('locked_until')
    .where('session', '=', session)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  const until = Number(row?.locked_until ?? 0n);
  return until > now ? until : null;
}

async function issueChallenge(
  db: Db,
  { session, wallet }: WalletSession,
  { bits, attackAt, isCrowded = async () => false }: HumanCheckLevel,
  now: number,
) {
  const recent = db
    .selectFrom('human_challenges')
    .where('expires_at', '>', BigInt(now - ATTACK_WINDOW_MS + AIRDROP_TIMES.challengeMs))
    // A few addresses must not make the check harder for everybody, so their harder checks do not count.
    .where('bits', 'in', [BigInt(bits), BigInt(bits + MORE_BITS_UNDER_ATTACK)]);
  const attacked = (await countOf(recent)) >= attackAt;
  const crowded = await isCrowded();
  const more = crowded ? MORE_BITS_IN_CROWD[attacked ? 'attack' : 'calm'] : attacked ? MORE_BITS_UNDER_ATTACK : 0;
  return db
    .insertInto('human_challenges')
    .values({
      id: randomBytes(16).toString('hex'),
      session,
      wallet,
      salt: randomBytes(16).toString('hex'),
      work_only: attacked ? 1n : 0n,
      parts: PARTS,
      bits: BigInt(bits + more),
      created_at: BigInt(now),
      expires_at: BigInt(now + AIRDROP_TIMES.challengeMs),
      used_at: null,
      action: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function redeemToken(
  db: Db,
  { session, wallet }: WalletSession,
  { action, text }: { readonly action: string; readonly text: string },
  now: number,
): Promise<'accepted' | 'expired' | 'wrong'> {
  const token = readToken(text);
  if (token === null) return 'wrong';
  const row = await db
    .selectFrom('human_challenges')
    .selectAll()
    .where((where) => where.and({ id: token.id, session, wallet }))
    .executeTakeFirst();
  if (row === undefined || row.used_at !== null || (token.kind === 'sum' && row.work_only === 1n)) return 'wrong';
  const work = { parts: Number(row.parts), bits: Number(row.bits) };
  if (!isRightToken(token, { id: row.id, salt: row.salt, work }, wallet)) return 'wrong';
  if (row.expires_at <= BigInt(now)) return 'expired';
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('human_challenges')
      .set({ used_at: BigInt(now), action })
      .where('id', '=', row.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (used === undefined) return 'wrong';
    const expires = BigInt(now + AIRDROP_TIMES.humanMs);
    await tx
      .insertInto('human_passes')
      .values({ session, wallet, expires_at: expires })
      .onConflict((conflict) => conflict.columns(['session', 'wallet']).doUpdateSet({ expires_at: expires }))
      .execute();
    await tx.deleteFrom('human_tries').where('session', '=', session).where('wallet', '=', wallet).execute();
    return 'accepted';
  });
}

/** Counts a wrong answer; the third one locks, and after the lock counting starts from one. */
async function countWrong(db: Db, { session, wallet }: WalletSession, now: number): Promise<number> {
  const time = BigInt(now);
  const lock = time + BigInt(AIRDROP_TIMES.lockMs);
  const stale = time - BigInt(AIRDROP_TIMES.lockMs);
  const wrong = sql<bigint>`case when human_tries.updated_at <= ${stale} then 1 else human_tries.wrong + 1 end`;
  const { rows } = await sql<{ wrong: bigint }>`
    insert into human_tries (session, wallet, wrong, locked_until, updated_at)
    values (${session}, ${wallet}, 1, null, ${time})
    on conflict (session, wallet) do update set
      wrong = ${wrong},
      locked_until = case when ${wrong} >= ${BigInt(HUMAN_CHECK_TRIES)} then cast(${lock} as bigint) else null end,
      updated_at = ${time}
    returning wrong`.execute(db);
  return Number(rows[0]?.wrong ?? BigInt(HUMAN_CHECK_TRIES));
}
