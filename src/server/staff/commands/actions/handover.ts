import { sql } from 'kysely';
import { z } from 'zod';
import { NANO_PER_SYNX, SYNX_DECIMALS } from '#src/config/sale.ts';
import { totalOf } from '#src/lib/allocation/entry.ts';
import { finaliseBatch, openDraft, WRONG_ROOT } from '#src/server/money/handover/batch.ts';
import { addToEntry, planAddition } from '#src/server/money/handover/change-entry.ts';
import { beginDraft, beginWithdrawal, finishDraft, finishWithdrawal } from '#src/server/money/handover/draft.ts';
import { refuseUnsettled } from '#src/server/money/handover/preconditions.ts';
import { unreadWallets } from '#src/server/money/handover/waiting-wallets.ts';
import { planRelease, planWithholding, release, withhold } from '#src/server/money/handover/withheld.ts';
import { balanceOf, postTransfer } from '#src/server/money/ledger/accounts.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { lockSale } from '#src/server/money/sale/sale-state.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField, timeField, unitsField, walletField } from '../fields.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';
import { noteCorrection } from './ledger.ts';

const DAY_MS = 86_400_000;
const subject = () => 'allocation';
const publicReason = textField(500, 10).meta({
  description: 'Reason that everybody will read, without a full stop at its end',
  type: 'textarea',
});
const ofWallet = {
  input: z.object({ wallet: walletField, because: publicReason }),
  subject: ({ wallet }: { readonly wallet: string }) => `wallet:${wallet}`,
};
const answer = textField(1_000, 1).meta({ description: 'Answer that everybody can read', type: 'textarea' });
const amount = unitsField(SYNX_DECIMALS, 'must be an amount of SYNX', (units) => units > 0n && units <= MOST);
const MOST = 492_000_000n * NANO_PER_SYNX;

/** What one person can do about the handover. */
export const handoverCommands: Commands = {
  'decline-objection': defineCommand({
    summary: 'Decline an objection to the draft; everybody can read the answer',
    role: 'manager',
    input: z.object({ id: idField, answer }),
    subject: ({ id }) => `objection:${id}`,
    run: async ({ tx, now }, { id, answer: text }) => {
      await decide(tx, { id, state: 'declined', answer: text }, now);
      return `Objection ${id} is declined.`;
    },
  }),

  'decline-objections': defineCommand({
    summary: 'Decline all open objections of wallets to which the draft owes less than an amount: anybody can file one',
    role: 'manager',
    input: z.object({ below: amount.describe('SYNX that the draft has to owe them at least'), answer }),
    subject,
    run: async ({ tx, now }, { below, answer: text }) => {
      const { id } = await openDraft(tx);
      const { numUpdatedRows } = await tx
        .updateTable('allocation_objections')
        .set({ state: 'declined', answer: text, decided_at: BigInt(now) })
        .where('batch', '=', id)
        .where('state', '=', 'open')
        .where(
          sql<boolean>`not exists (select 1 from allocation_entries as entry where entry.batch = ${id}
            and entry.address = wallet and bought + staked + rewards + airdrop >= ${below})`,
        )
        .executeTakeFirst();
      return `${numUpdatedRows} objections are declined.`;
    },
  }),
};

export const handoverProposals: Proposals = {
  /** Hands the books over and publishes who would receive what. */
  'draft-allocation': defineKind({
    label: 'Draft the list of who receives what',
    input: z.object({
      opens: timeField.meta({ description: 'Claiming opens at (UTC)', type: 'datetime-local' }),
    }),
    subject,
    look: ({ db }) => unreadWallets(db),
    prepare: async ({ tx, context }, _input, unread) => void (await refuseUnsettled(tx, context, unread)),
    run: async ({ tx, context, now }, { opens }, unread) => {
      await refuseUnsettled(tx, context, unread);
      const { claimChain: chainId, OBJECTION_DAYS } = context.env;
      if (chainId === null) throw new StaffRefusal('CLAIM_CHAIN is not set.');
      const begun = await beginDraft(tx, { chainId, opens, objectionMs: OBJECTION_DAYS * DAY_MS }, now);
      return async () => {
        const batch = await finishDraft(context.db, begun);
        return `Batch ${batch.id} is a draft: ${batch.wallets} wallets, ${exactSynx(totalOf(batch))}.`;
      };
    },
  }),

  /** Takes the draft back; every balance is as before. */
  'withdraw-allocation': defineKind({
    label: 'Withdraw the draft list',
    input: z.object({ because: publicReason }),
    subject,
    run: async ({ tx, context, now }, { because }) => {
      const begun = await beginWithdrawal(tx, because, now);
      return async () => {
        await finishWithdrawal(context.db, begun);
        return `Batch ${begun.id} is withdrawn.`;
      };
    },
  }),

  /** Makes the draft final; the second one enters the root that their own machine has computed. */
  'finish-allocation': defineKind({
    label: 'Make the draft list final',
    input: z.object({}),
    subject,
    facts: async (db) => {
      const batch = await latestBatch(db);
      return batch === undefined
        ? []
        : [
            ['Batch', `${batch.id}, ${batch.wallets} wallets, ${exactSynx(totalOf(batch))}`],
            ['Root', 'is not shown here: npm run allocation -- verify URL on your own machine'],
          ];
    },
    confirm: async ({ db, alarms }, root) => {
      const batch = await latestBatch(db);
      if (batch?.state !== 'draft' || root === batch.root) return;
      if (root !== '') await alarms.raise('allocation-root', `batch ${batch.id}`, `${root.slice(0, 66)} was entered`);
      throw new StaffRefusal(WRONG_ROOT);
    },
    run: async ({ tx, now, typed }) =>
      `Batch ${(await finaliseBatch(tx, (typed['root'] ?? '').trim().toLowerCase(), now)).id} is final.`,
  }),

  /** Keeps a wallet off the draft and the lists after it, such as by order of a court. */
  'withhold-wallet': defineKind({
    label: 'Withhold the tokens of a wallet',
    ...ofWallet,
    plan: ({ db }, { wallet, because }) => planWithholding(db, { wallet, reason: because }),
    run: async ({ tx, now, proposalId }, { wallet, because }, planned) => {
      await withhold(tx, { wallet, reason: because, source: `withheld-${proposalId}` }, planned, now);
      return `${wallet} is on no list.`;
    },
  }),

  'release-wallet': defineKind({
    label: 'Withhold the tokens of a wallet no longer',
    ...ofWallet,
    plan: ({ db }, { wallet }) => planRelease(db, wallet),
    run: async ({ tx, now, proposalId }, { wallet, because }, planned) => {
      await release(tx, { wallet, reason: because, source: `released-${proposalId}` }, planned, now);
      return `${wallet} is withheld no longer.`;
    },
  }),

  /** Gives SYNX to a wallet whose objection is right, in the books and in the draft. */
  'grant-objection': defineKind({
    label: 'Grant an objection to the draft list',
    input: z.object({ id: idField, amount: amount.describe('SYNX to add to what it has bought'), answer }),
    subject: ({ id }) => `objection:${id}`,
    plan: async ({ db }, { id, amount: units }) => {
      const open = db.selectFrom('allocation_objections').select('wallet').where('state', '=', 'open');
      const row = await open.where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw new StaffRefusal(NOT_OPEN);
      return planAddition(db, row.wallet, units);
    },
    run: async (call, { id, amount: units, answer: text }, planned) => {
      const { tx, now } = call;
      const { phase } = await lockSale(tx);
      const { wallet } = await decide(tx, { id, state: 'granted', answer: text }, now);
      if ((await balanceOf(tx, 'sale', String(phase))) < units)
        throw new StaffRefusal(`Phase ${phase} does not have that many SYNX left.`);
      const transferId = await postTransfer(tx, { kind: 'correction', at: BigInt(now) }, [
        { kind: 'available', owner: wallet, amount: units },
        { kind: 'sale', owner: String(phase), amount: -units },
      ]);
      await noteCorrection(call, { transfer_id: transferId, wallet, amount: units }, null);
      await addToEntry(tx, { wallet, reason: text, source: `objection-${id}` }, planned, now);
      return `${exactSynx(units)} are added to the entry of ${wallet}.`;
    },
  }),
};

const NOT_OPEN = 'This objection is not open.';

/** Answers an open objection to the draft. */
async function decide(
  tx: Tx,
  { id, ...decision }: { readonly id: bigint; readonly state: 'granted' | 'declined'; readonly answer: string },
  now: number,
) {
  const row = await tx
    .updateTable('allocation_objections')
    .set({ ...decision, decided_at: BigInt(now) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal(NOT_OPEN);
  return row;
}
