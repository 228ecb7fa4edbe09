import { z } from 'zod';
import { distributorOf } from '#src/server/money/handover/distributors.ts';
import { distributorSubject, factsOf } from '#src/server/money/handover/watch-distributors.ts';
import { closeAlarm } from '#src/server/platform/alerts/alarms.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { appendRecord } from '#src/server/platform/records/append-record.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, transactionHashField, walletField } from '../fields.ts';
import { defineKind, type Proposals } from '../staff-command.ts';

const batchField = idField.meta({ description: 'Number of the list' });
const subject = ({ batch }: { readonly batch: bigint }) => `batch:${batch}`;

async function finalBatch(tx: Tx, id: bigint) {
  const batch = await tx.selectFrom('allocation_batches').selectAll().where('id', '=', id).executeTakeFirst();
  if (batch?.state !== 'final') throw new StaffRefusal('There is no final list of this number.');
  if ((await distributorOf(tx, id)) !== undefined)
    throw new StaffRefusal('This list has a contract. Withdraw it first.');
  return batch;
}

async function given(tx: Tx, batch: bigint) {
  const row = await distributorOf(tx, batch);
  if (row === undefined) throw new StaffRefusal('This list has no contract.');
  return row;
}

export const distributorProposals: Proposals = {
  /** The server compares it with the list before it names it to anybody. */
  'give-distributor': defineKind({
    label: 'State which contract pays a final list',
    input: z.object({
      batch: batchField,
      claims: walletField.meta({ description: 'Address of the claims (SynxClaims)' }),
      tokenTransaction: transactionHashField.meta({ description: 'Transaction that deployed the token' }),
      claimsTransaction: transactionHashField.meta({ description: 'Transaction that deployed the claims' }),
    }),
    subject,
    prepare: async ({ tx }, { batch }) => {
      await finalBatch(tx, batch);
      return undefined;
    },
    run: async ({ tx, now }, { batch, claims, tokenTransaction, claimsTransaction }) => {
      const { chain_id } = await finalBatch(tx, batch);
      const nothingYet = {
        ...{ token: null, differences: null, compared_at: null, compared_block: null, chain_time: null },
        ...{ deployed_block: null, deployed_at: null, named_at: null, scanned_block: null },
        ...{ funded_at: null, funded_block: null, funded_hash: null, funded_tx: null },
      };
      await tx
        .insertInto('distributors')
        .values({
          ...{ batch, chain_id, claims, given_at: BigInt(now), ...nothingYet },
          ...{ token_transaction: tokenTransaction, claims_transaction: claimsTransaction },
        })
        .execute();
      return 'The server compares it with the list now, and names it if nothing differs.';
    },
  }),

  'withdraw-distributor': defineKind({
    label: 'Name a contract no longer',
    input: z.object({ batch: batchField }),
    subject,
    prepare: async ({ tx }, { batch }) => {
      await given(tx, batch);
      return undefined;
    },
    facts: async (db, { batch }) => {
      const row = await distributorOf(db, batch);
      return row?.funded_at == null ? [] : [['It is funded', 'Nobody can take its tokens back; it goes on paying']];
    },
    run: async ({ tx, now }, { batch }) => {
      const row = await given(tx, batch);
      await tx.deleteFrom('distributors').where('batch', '=', batch).execute();
      await closeAlarm(tx, 'distributor-mismatch', distributorSubject(row), BigInt(now));
      if (row.named_at !== null)
        await appendRecord(tx, {
          ...{ kind: 'allocation', event: 'unnamed', data: factsOf(row), at: BigInt(now) },
          ...{ subject: null, wallet: null, source: `distributor-withdrawn:${batch}:${row.given_at}` },
        });
      return 'The contract is named no longer.';
    },
  }),
};
