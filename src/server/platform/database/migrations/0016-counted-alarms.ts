import { sql } from 'kysely';
import type { Tx } from '../tables.ts';
import type { EngineWords } from './engine-words.ts';

const SEVERE = ['ledger-broken', 'records-broken', 'contract-mismatch', 'wrong-chain-source'];

/** Alarms get a severity and a count, open once per kind and subject; what waits for staff gets a value. */
export function countedAlarmsSchema({ int }: EngineWords): readonly string[] {
  return [
    `alter table alarms add column severity ${int} not null default 2`,
    `alter table alarms add column times ${int} not null default 1`,
    `alter table alarms add column last_seen_at ${int}`,
    `alter table alarms add column examples text not null default '[]'`,
    `alter table alarms add column worth_micro ${int}`,
    `alter table payments add column worth_micro ${int}`,
    `alter table payments add column disputed_at ${int}`,
    `alter table submissions add column proven_at ${int}`,
    `alter table submissions add column foreign_at ${int}`,
    `alter table submissions add column stray_at ${int}`,
    `alter table submissions add column worth_micro ${int}`,
    // An alarm that two instances opened at once stays open only once.
    `update alarms set resolved_at = created_at where resolved_at is null and exists (
       select 1 from alarms as earlier where earlier.kind = alarms.kind and earlier.subject = alarms.subject
       and earlier.resolved_at is null and earlier.id < alarms.id)`,
    'drop index alarms_open',
    'create unique index alarms_open on alarms (kind, subject) where resolved_at is null',
    `create index payments_unvalued on payments (chain_id) where status = 'needs-review' and worth_micro is null
       and token_symbol is not null`,
    'create index submissions_stray on submissions (stray_at) where stray_at is not null',
    "create index refunds_due on refunds (id) where status = 'due'",
  ];
}

/** Gives open alarms their severity, and merges those about one foreign hash or disputed payment. */
export async function foldOpenAlarms(tx: Tx): Promise<void> {
  const open = tx.updateTable('alarms').where('resolved_at', 'is', null);
  await open.set({ severity: 3n }).where('kind', 'in', SEVERE).execute();
  const foreign = tx.selectFrom('alarms').where('kind', '=', 'foreign-recipient').where('resolved_at', 'is', null);
  const { count, since, latest } = await foreign
    .select((select) => [
      select.fn.countAll<bigint>().as('count'),
      select.fn.min<bigint | null>('created_at').as('since'),
      select.fn.max<bigint | null>('created_at').as('latest'),
    ])
    .executeTakeFirstOrThrow();
  const examples = await foreign.select('subject').orderBy('id', 'desc').limit(5).execute();
  // The next look at the payment opens disputes again, counted.
  await open
    .set({ resolved_at: sql`created_at`, told_at: sql`coalesce(told_at, created_at)` })
    .where('kind', 'in', ['foreign-recipient', 'quorum-dispute'])
    .execute();
  if (since === null) return;
  await tx
    .insertInto('alarms')
    .values({
      kind: 'foreign-recipient',
      subject: 'posted-hashes',
      detail: 'posted transactions that do not pay the presale address',
      created_at: since,
      resolved_at: null,
      told_at: latest,
      severity: 1n,
      times: count,
      last_seen_at: latest,
      examples: JSON.stringify(examples.map(({ subject }) => subject)),
    })
    .execute();
}
