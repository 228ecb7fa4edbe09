import { paymentId } from '#src/chain/payment-id.ts';
import { tellPriceChange } from '../../records/news.ts';
import { appendPurchase, creditOf } from '../../records/record-purchase.ts';
import { recordVote } from '../../records/record-vote.ts';
import type { Tx } from '../tables.ts';
import type { EngineWords } from './engine-words.ts';

const APPEND_ONLY = ['records', 'record_roots'] as const;
const SLICE = 200;

/** Public records, bound by hashes: purchases, votes, the system log; and the Merkle root of each of their days. */
export function recordsSchema({ int, table, appendOnly }: EngineWords): readonly string[] {
  return [
    table('record_heads', `kind text primary key, number ${int} not null, at ${int} not null, hash text not null`),
    ...['news', 'purchases', 'votes'].map(
      (kind) => `insert into record_heads (kind, number, at, hash) values ('${kind}', 0, 0, '${'0'.repeat(64)}')`,
    ),
    table(
      'records',
      `kind text not null references record_heads (kind), number ${int} not null, at ${int} not null,
       body text not null, hash text not null, subject text, wallet text, source text not null,
       primary key (kind, number), unique (kind, source)`,
    ),
    'create index records_subject on records (subject, number)',
    'create index records_wallet on records (kind, wallet, number)',
    table(
      'record_roots',
      `kind text not null references record_heads (kind), day text not null, first ${int} not null,
       last ${int} not null, root text not null, head text not null, created_at ${int} not null,
       primary key (kind, day)`,
    ),
    'create index record_roots_day on record_roots (day)',
    ...appendOnly(APPEND_ONLY),
  ];
}

/** Adds earlier events to the chains, in the order in which they happened. */
export async function chainWhatIsThere(tx: Tx): Promise<void> {
  await inOrder(
    (after) => tx.selectFrom('price_history').selectAll().where('id', '>', after).orderBy('id').limit(SLICE).execute(),
    (row) => tellPriceChange(tx, row, row.at),
  );
  await inOrder(
    (after) =>
      tx
        .selectFrom('ledger_transfers')
        .selectAll()
        .where('id', '>', after)
        .where('kind', 'in', ['credit', 'reversal'])
        .orderBy('id')
        .limit(SLICE)
        .execute(),
    (transfer) => chainTransfer(tx, transfer),
  );
  await inOrder(
    (after) => tx.selectFrom('vote_records').selectAll().where('id', '>', after).orderBy('id').limit(SLICE).execute(),
    (row) => recordVote(tx, row),
  );
}

/** Records a credit that was not reversed completely; of a reversed one only the ledger's data is known. */
async function chainTransfer(
  tx: Tx,
  transfer: { id: bigint; kind: string; payment_id: bigint | null; sequence: bigint | null; created_at: bigint },
): Promise<void> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', transfer.payment_id)
    .executeTakeFirstOrThrow();
  const sequence = Number(transfer.sequence);
  if (transfer.kind === 'credit' && row.status === 'credited' && row.sequence === transfer.sequence) {
    return appendPurchase(tx, 'credited', creditOf(row), transfer.created_at);
  }
  const moved = await tx
    .selectFrom('ledger_entries')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select('amount')
    .where('transfer_id', '=', transfer.id)
    .where('accounts.kind', '=', 'available')
    .executeTakeFirstOrThrow();
  const tokens = String((moved.amount < 0n ? -moved.amount : moved.amount) / 1_000_000_000n);
  const data =
    transfer.kind === 'reversal'
      ? { payment: paymentId(row), sequence, wallet: row.payer, usd: null, tokens }
      : {
          ...creditOf(row),
          ...{ sequence, blockNumber: null, blockHash: null, blockTime: null, coinPrice: null, feedRound: null },
          ...{ usd: null, price: null, phase: null, allotment: [], tokens },
        };
  await appendPurchase(tx, transfer.kind === 'reversal' ? 'reversed' : 'credited', data, transfer.created_at);
}

async function inOrder<Row extends { readonly id: bigint }>(
  read: (after: bigint) => Promise<readonly Row[]>,
  put: (row: Row) => Promise<void>,
): Promise<void> {
  let rows = await read(0n);
  while (rows.length > 0) {
    for (const row of rows) await put(row);
    rows = await read(rows.at(-1)?.id ?? 0n);
  }
}
