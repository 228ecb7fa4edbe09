import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { pointsHistory } from '#src/server/community/airdrop/points-history.ts';
import { walletBalances } from '#src/server/money/ledger/accounts.ts';
import { lacksTerms } from '#src/server/money/payments/submit/posted-hash.ts';
import { rewardsOf } from '#src/server/money/staking/rewards-of.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { walletField } from '../../commands/fields.ts';
import { accountCell, amount, byAt, paymentCell, synx, time, usd } from '../../screen/cells.ts';
import { addressOf, listOf, tableOf } from '../../screen/list.ts';
import type { Card, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';
import { auditTable } from './audit.ts';
import { amountOf } from './payments.ts';
import { proposalTable } from './proposals.ts';

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
              await proposalTable(request, `wallet:${wallet}`),
            ]
          : []),
        await appeals(request, wallet),
        ...(manager ? [await auditTable(request, { subject: `wallet:${wallet}` })] : []),
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
          { command: 'propose-correct-ledger', button: 'Propose to give or take SYNX', values: { wallet } },
          { command: 'propose-correct-points', button: 'Propose to give or take points', values: { wallet } },
          { command: 'propose-reverse-points', button: 'Propose to take an entry back', values: { wallet } },
        ]
      : [],
  };
}

async function submissions(request: ScreenRequest, wallet: string): Promise<Table> {
  const { db } = request.context;
  const listed = db.selectFrom('mission_submissions').selectAll().where('wallet', '=', wallet).orderBy('id', 'desc');
  return listOf(request, listed, {
    title: 'Submissions',
    columns: {
      Number: 'id',
      Mission: 'mission',
      'Account or link': (row) => accountCell(row),
      State: 'status',
      Submitted: 'created_at',
      Decided: (row) => byAt(row.decided_by, row.decided_at),
      Reason: (row) => `${row.reason_code ?? ''} ${row.note ?? ''}`.trim() || '–',
    },
    page: 'submissions-page',
  });
}

async function points({ context, query }: ScreenRequest, wallet: string): Promise<Table> {
  const before = /^\d{1,15}$/.test(query['points-before'] ?? '') ? Number(query['points-before']) : undefined;
  const { entries, next } = await pointsHistory(context.db, wallet, before);
  const columns = {
    Entry: 'id',
    When: ({ time: at }: (typeof entries)[number]) => time(Date.parse(at)),
    Points: 'points',
    Mission: 'mission',
    Kind: 'reason',
    From: 'source',
    Reason: 'reasonCode',
  } as const;
  const more = next === null ? {} : { more: addressOf('wallet', { ...query, 'points-before': String(next) }) };
  return { ...tableOf('Points', columns, entries), ...more };
}

async function payments(request: ScreenRequest, wallet: string): Promise<Table> {
  const listed = request.context.db
    .selectFrom('payments')
    .selectAll()
    .where('payer', '=', wallet)
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc');
  return listOf(request, listed, {
    title: 'Payments',
    columns: {
      Payment: paymentCell,
      Amount: amountOf,
      State: 'status',
      Why: 'reason',
      SYNX: ({ tokens, usd_micro: micro }) => (tokens === null ? '–' : `${amount(tokens, 0)} for ${usd(micro ?? 0n)}`),
      Seen: 'first_seen_at',
    },
    page: 'payments-page',
  });
}

async function posts(request: ScreenRequest, wallet: string): Promise<Table> {
  const listed = request.context.db
    .selectFrom('submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return listOf(request, listed, {
    title: 'Hashes posted for it',
    columns: { Hash: 'transaction_hash', State: 'status', Why: 'reason', Terms: termsOf, Posted: 'created_at' },
    page: 'posts-page',
  });
}

/** The version of the terms as stated: without a proof of the wallet it is the word of any visitor. */
function termsOf(row: PostedHashRow): string {
  const said = row.terms_version ?? '–';
  return lacksTerms(row) || row.terms_proven_at !== null ? said : `${said}, not signed in`;
}

async function ledger(request: ScreenRequest, wallet: string): Promise<Table> {
  const listed = request.context.db
    .selectFrom('ledger_entries as entry')
    .innerJoin('accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_transfers as transfer', 'transfer.id', 'entry.transfer_id')
    .select(['transfer.id', 'transfer.kind', 'transfer.created_at', 'account.kind as account', 'entry.amount'])
    .where('account.owner', '=', wallet)
    .orderBy('entry.id', 'desc');
  return listOf(request, listed, {
    title: 'Ledger',
    columns: {
      Transfer: 'id',
      When: 'created_at',
      Kind: 'kind',
      Account: 'account',
      Amount: (row) => synx(row.amount),
    },
    page: 'ledger-page',
  });
}

async function appeals(request: ScreenRequest, wallet: string): Promise<Table> {
  const { db } = request.context;
  const listed = db.selectFrom('appeals').selectAll().where('wallet', '=', wallet).orderBy('id', 'desc');
  return listOf(request, listed, {
    title: 'Appeals',
    columns: { Number: 'id', 'Their statement': 'text', State: 'state', Answer: 'answer', Filed: 'created_at' },
    page: 'appeals-page',
  });
}
