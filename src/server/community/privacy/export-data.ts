import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { PrivacyExport } from '#src/contract/privacy.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { pointsHistory } from '../airdrop/points-history.ts';
import { invitedBy } from '../airdrop/referral-codes.ts';
import { votesOf } from '../voting/vote-records.ts';

const MAX_ROWS = 10_000;
/** Anybody can open sessions that name a wallet: its own come first. */
const MAX_SESSIONS = 1_000;

/** What the server has about a wallet (lower case), without the sale's ledger. */
export async function exportData(db: Db, wallet: string, now: number): Promise<PrivacyExport> {
  const { sessions, proven, corrections, networks, submissions, appeals, objections, checkIns, participant, referral } =
    await rowsOf(db, wallet);
  const destinations = await destinationsNamedBy(db, wallet);
  return {
    walletAddress: wallet,
    exportedAt: new Date(now).toISOString(),
    sessions: sessions.map((row) => ({
      openedAt: isoTime(row.created_at),
      expiresAt: isoTime(row.expires_at),
      connectionMethod: row.method,
      proven: row.proven_at !== null,
    })),
    firstProvenAt: proven === undefined ? null : isoTime(proven.first_at),
    corrections: corrections.map((row) => ({
      tokens: formatUnits(row.amount, SYNX_DECIMALS),
      correctedAt: isoTime(row.created_at),
    })),
    destinations: destinations.map((row) => ({ address: row.destination, namedAt: isoTime(row.named_at) })),
    networks: networks.map((row) => ({ seenAt: isoTime(row.seen_at) })),
    submissions: submissions.map((row) => ({
      id: String(row.id),
      mission: row.mission,
      account: row.account,
      link: row.link,
      status: row.status,
      reasonCode: row.reason_code,
      note: row.note,
      submittedAt: isoTime(row.created_at),
      decidedAt: row.decided_at === null ? null : isoTime(row.decided_at),
    })),
    appeals: appeals.map(decidedText),
    objections: objections.map(decidedText),
    checkIns: checkIns.map(({ day, streak }) => ({ day, streak: Number(streak) })),
    points: (await pointsHistory(db, wallet, undefined, { max: MAX_ROWS, own: true })).entries,
    referral: {
      code: participant?.referral_code ?? null,
      appliedAt: referral === undefined ? null : isoTime(referral.applied_at),
      invited: (await invitedBy(db, wallet)).applied,
    },
    votes: await votesOf(db, wallet),
    payments: `/api/dashboard/export/${wallet}.json`,
  };
}

function decidedText(row: Omit<PrivacyExport['appeals'][number], 'createdAt'> & { readonly created_at: bigint }) {
  return { text: row.text, state: row.state, answer: row.answer, createdAt: isoTime(row.created_at) };
}

async function rowsOf(db: Db, wallet: string) {
  const sessions = await db
    .selectFrom('sessions')
    .leftJoin('session_proofs', (join) =>
      join.onRef('session_proofs.token_hash', '=', 'sessions.token_hash').on('session_proofs.wallet', '=', wallet),
    )
    .select(['created_at', 'expires_at', 'method', 'proven_at'])
    .where('sessions.wallet', '=', wallet)
    .orderBy((row) => row.case().when('proven_at', 'is not', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
  const proven = await db.selectFrom('proven_wallets').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  const corrections = await db
    .selectFrom('ledger_corrections')
    .select(['amount', 'created_at'])
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
  const networks = await db.selectFrom('network_wallets').select('seen_at').where('wallet', '=', wallet).execute();
  const submissions = await db
    .selectFrom('mission_submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();
  const appeals = await db.selectFrom('appeals').selectAll().where('wallet', '=', wallet).orderBy('id').execute();
  const objections = await db
    .selectFrom('allocation_objections')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
  const checkIns = await db
    .selectFrom('check_ins')
    .select(['day', 'streak'])
    .where('wallet', '=', wallet)
    .orderBy('day')
    .limit(MAX_ROWS)
    .execute();
  const participant = await db.selectFrom('participants').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  const referral = await db.selectFrom('referrals').selectAll().where('invitee', '=', wallet).executeTakeFirst();
  return { sessions, proven, corrections, networks, submissions, appeals, objections, checkIns, participant, referral };
}

function destinationsNamedBy(db: Db, wallet: string) {
  return db
    .selectFrom('wallet_destinations')
    .select(['destination', 'named_at'])
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
}
