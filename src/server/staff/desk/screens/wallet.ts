import { MISSION_IDS } from '#src/config/missions.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/address-pattern.ts';
import { pointsHistory } from '../../../airdrop/points-history.ts';
import type { PostedHashRow } from '../../../database/payment-row.ts';
import type { Db } from '../../../database/tables.ts';
import { walletBalances } from '../../../ledger/balance-of.ts';
import { lacksTerms } from '../../../payments/submit/record-posted-hash.ts';
import { rewardsOf } from '../../../staking/rewards-of.ts';
import { walletField } from '../../commands/fields.ts';
import { amount, choice, paymentCell, REASON_FIELD, synx, time, usd } from '../../screen/cells.ts';
import { addressOf, pagedTable, pageOf } from '../../screen/paging.ts';
import type { Card, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';
import { auditTable } from './audit.ts';
import { amountOf } from './payments.ts';
import { proposalTable } from './proposals.ts';
import { REASON_OPTIONS } from './reasons.ts';

/** All data about a wallet, and the corrections that two managers can make. */
export const walletScreen: ScreenDefinition = {
  label: 'Wallet',
  role: 'reviewer',
  persons: ({ wallet = '' }) => {
    const address = wallet.trim().toLowerCase();
    return ADDRESS_PATTERN.test(address) ? `wallet:${address}` : null;
  },
  filter: [{ name: 'wallet', label: 'Wallet address', type: 'text' }],
  load: async (request) => {
    const { actor, now, query } = request;
    const { db } = request.context;
    if ((query.wallet ?? '') === '') return { title: 'Wallet', blocks: [] };
    const parsed = walletField.safeParse(query.wallet);
    if (!parsed.success)
      return { title: 'Wallet', blocks: [{ kind: 'text', text: parsed.error.issues[0]?.message ?? '', tone: 'bad' }] };
    const wallet = parsed.data;
    const manager = actor.kind === 'host' || actor.role === 'manager';
    return {
      title: wallet,
      blocks: [
        await facts(db, wallet, now, manager),
        await submissions(request, wallet),
        await points(request, wallet),
        ...(manager
          ? [
              await payments(request, wallet),
              await posts(request, wallet),
              await ledger(request, wallet),
              await proposalTable(db, { subject: `wallet:${wallet}` }),
            ]
          : []),
        await appeals(request, wallet),
        ...(manager ? [await auditTable(db, { subject: `wallet:${wallet}` })] : []),
      ],
    };
  },
};

async function facts(db: Db, wallet: string, now: number, manager: boolean): Promise<Card> {
  const participant = await db.selectFrom('participants').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  const referral = await db.selectFrom('referrals').selectAll().where('invitee', '=', wallet).executeTakeFirst();
  const invited = await db
    .selectFrom('referrals')
    .select((select) => ['state', select.fn.countAll<bigint>().as('count')])
    .where('inviter', '=', wallet)
    .groupBy('state')
    .execute();
  const { available, staked } = await walletBalances(db, wallet);
  const proven = await db.selectFrom('proven_wallets').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  return {
    kind: 'card',
    title: 'Balances',
    facts: [
      ['Available', synx(available)],
      ['Staked', synx(staked)],
      ['Rewards so far', synx(await rewardsOf(db, wallet, now))],
      ['Points', String(participant?.points ?? 0n)],
      ['Invited by', referral === undefined ? '–' : `${referral.inviter} (${referral.state})`],
      ['Has invited', invited.map(({ state, count }) => `${count} ${state}`).join(', ') || '–'],
      ['First proved by a signature', proven === undefined ? 'never' : time(proven.first_at)],
    ],
    forms: manager
      ? [
          {
            command: 'propose-correct-ledger',
            button: 'Propose to give or take SYNX',
            values: { wallet },
            fields: [{ name: 'amount', label: 'SYNX (a minus takes them away)', type: 'text' }, REASON_FIELD],
          },
          {
            command: 'propose-correct-points',
            button: 'Propose to give or take points',
            values: { wallet },
            fields: [
              choice('mission', 'Mission', MISSION_IDS),
              { name: 'points', label: 'Points (a minus takes them away)', type: 'text' },
              { name: 'code', label: 'Reason the participant sees', type: 'select', options: REASON_OPTIONS },
              REASON_FIELD,
            ],
          },
          {
            command: 'propose-reverse-points',
            button: 'Propose to take an entry back',
            values: { wallet },
            fields: [
              { name: 'entry', label: 'Number of the entry', type: 'number' },
              { name: 'code', label: 'Reason the participant sees', type: 'select', options: REASON_OPTIONS },
              REASON_FIELD,
            ],
          },
        ]
      : [],
  };
}

async function submissions(request: ScreenRequest, wallet: string): Promise<Table> {
  const page = pageOf(request, 'wallet', 'submissions-page');
  const listed = request.context.db
    .selectFrom('mission_submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Submissions',
    columns: ['Number', 'Mission', 'Account or link', 'State', 'Submitted', 'Decided', 'Reason'],
    cells: (row) => [
      String(row.id),
      row.mission,
      row.link === null ? (row.account ?? '–') : { text: row.link, link: row.link },
      row.status,
      time(row.created_at),
      row.decided_at === null ? '–' : `${row.decided_by ?? '–'}, ${time(row.decided_at)}`,
      `${row.reason_code ?? ''} ${row.note ?? ''}`.trim() || '–',
    ],
    empty: 'None.',
  });
}

async function points({ context, query }: ScreenRequest, wallet: string): Promise<Table> {
  const before = /^\d{1,15}$/.test(query['points-before'] ?? '') ? Number(query['points-before']) : undefined;
  const { entries, next } = await pointsHistory(context.db, wallet, before);
  return {
    kind: 'table',
    title: 'Points',
    columns: ['Entry', 'When', 'Points', 'Mission', 'Kind', 'From', 'Reason'],
    rows: entries.map((entry) => [
      entry.id,
      time(Date.parse(entry.time)),
      String(entry.points),
      entry.mission,
      entry.reason,
      entry.source,
      entry.reasonCode ?? '–',
    ]),
    empty: 'None.',
    ...(next === null ? {} : { more: addressOf('wallet', { ...query, 'points-before': String(next) }) }),
  };
}

async function payments(request: ScreenRequest, wallet: string): Promise<Table> {
  const page = pageOf(request, 'wallet', 'payments-page');
  const listed = request.context.db
    .selectFrom('payments')
    .selectAll()
    .where('payer', '=', wallet)
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Payments',
    columns: ['Payment', 'Amount', 'State', 'Why', 'SYNX', 'Seen'],
    cells: (row) => [
      paymentCell(row),
      amountOf(row),
      row.status,
      row.reason ?? '–',
      row.tokens === null ? '–' : `${amount(row.tokens, 0)} for ${usd(row.usd_micro ?? 0n)}`,
      time(row.first_seen_at),
    ],
    empty: 'None.',
  });
}

async function posts(request: ScreenRequest, wallet: string): Promise<Table> {
  const page = pageOf(request, 'wallet', 'posts-page');
  const listed = request.context.db
    .selectFrom('submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Hashes posted for it',
    columns: ['Hash', 'State', 'Why', 'Terms', 'Posted'],
    cells: (row) => [row.transaction_hash, row.status, row.reason ?? '–', termsOf(row), time(row.created_at)],
    empty: 'None.',
  });
}

/** The version of the terms as stated: without a proof of the wallet it is the word of any visitor. */
function termsOf(row: PostedHashRow): string {
  const said = row.terms_version ?? '–';
  return lacksTerms(row) || row.terms_proven_at !== null ? said : `${said}, not signed in`;
}

async function ledger(request: ScreenRequest, wallet: string): Promise<Table> {
  const page = pageOf(request, 'wallet', 'ledger-page');
  const listed = request.context.db
    .selectFrom('ledger_entries as entry')
    .innerJoin('accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_transfers as transfer', 'transfer.id', 'entry.transfer_id')
    .select(['transfer.id', 'transfer.kind', 'transfer.created_at', 'account.kind as account', 'entry.amount'])
    .where('account.owner', '=', wallet)
    .orderBy('entry.id', 'desc');
  return pagedTable(page, listed, {
    title: 'Ledger',
    columns: ['Transfer', 'When', 'Kind', 'Account', 'Amount'],
    cells: (row) => [String(row.id), time(row.created_at), row.kind, row.account, synx(row.amount)],
    empty: 'None.',
  });
}

async function appeals(request: ScreenRequest, wallet: string): Promise<Table> {
  const page = pageOf(request, 'wallet', 'appeals-page');
  const listed = request.context.db
    .selectFrom('appeals')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Appeals',
    columns: ['Number', 'Their statement', 'State', 'Answer', 'Filed'],
    cells: (row) => [String(row.id), row.text, row.state, row.answer ?? '–', time(row.created_at)],
    empty: 'None.',
  });
}
