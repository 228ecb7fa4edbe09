import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { NO_RECORD } from '#src/lib/hash/record-chain.ts';
import type { AirdropTables } from '#src/server/platform/database/airdrop-tables.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { creditOf } from '#src/server/platform/records/record-purchase.ts';
import { signedVote } from '#src/server/platform/records/record-vote.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { CREDITED_AFTER_MS } from './books.ts';
import type { Plan } from './plan.ts';
import type { Sink } from './sink.ts';

const PAGE = 5_000;
const COLUMNS = ['kind', 'number', 'at', 'body', 'hash', 'subject', 'wallet', 'source'];

interface Event {
  readonly event: string;
  readonly data: object;
  readonly at: bigint;
  readonly subject: string;
  readonly wallet: string;
  readonly source: string;
}

/** The chains of public records for the generated credits and votes, each bound to the previous one by its hash. */
export async function fillRecords(sink: Sink, plan: Plan): Promise<void> {
  await sink.withoutIndexes(['records'], async () => {
    await chain(sink, 'purchases', async (after) => {
      const rows = await sink.rows<Record<string, unknown>>(
        `select * from payments where id > ${after} and id <= ${Math.min(plan.credits, after + PAGE)} order by id`,
      );
      return rows.map((row) => creditEvent(asPayment(row)));
    });
    await chain(sink, 'votes', async (after) => {
      const rows = await sink.rows<Record<string, unknown>>(
        `select * from vote_records where id > ${after} order by id limit ${PAGE}`,
      );
      return rows.map((row) => voteEvent(withBigints(row) as unknown as Selectable<AirdropTables['vote_records']>));
    });
  });
}

async function chain(
  sink: Sink,
  kind: 'purchases' | 'votes',
  next: (after: number) => Promise<readonly Event[]>,
): Promise<void> {
  let number = 0;
  let previous = NO_RECORD;
  let at = 0n;
  for (let events = await next(0); events.length > 0; events = await next(number)) {
    const rows = events.map(({ event, data, at: time, subject, wallet, source }) => {
      number += 1;
      at = time;
      const head = { type: 'synx-record', version: 1, kind, event, number, at: isoTime(time), previous, data };
      const body = canonicalJson(head);
      // The leaf hash of lib/hash/merkle.ts, by the faster function of Node.js.
      previous = hash('sha256', Buffer.concat([LEAF, Buffer.from(body)]));
      return [kind, BigInt(number), time, body, previous, subject, wallet, source];
    });
    await sink.insert('records', COLUMNS, rows);
  }
  await sink.run(`update record_heads set number = ${number}, at = ${at}, hash = '${previous}' where kind = '${kind}'`);
}

const LEAF = Buffer.from([0]);

function creditEvent(row: PaymentRow): Event {
  const data = creditOf(row);
  const at = row.first_seen_at + BigInt(CREDITED_AFTER_MS);
  const { payment, sequence, wallet } = data;
  return { event: 'credited', data, at, subject: payment, wallet, source: `${payment}#${sequence}` };
}

function voteEvent(row: Selectable<AirdropTables['vote_records']>): Event {
  const { createdAt: _, ...data } = signedVote(row);
  const subject = `vote-${data.id}`;
  return { event: 'vote', data, at: row.created_at, subject, wallet: row.wallet, source: subject };
}

const TEXTS = new Set([
  ...['transaction_hash', 'status', 'reason', 'payer', 'sender', 'token_symbol', 'token_address', 'amount'],
  ...['block_hash', 'feed_round', 'allotment', 'safe_tx_hash'],
]);

function asPayment(row: Record<string, unknown>): PaymentRow {
  return withBigints(row) as unknown as PaymentRow;
}

/** PostgreSQL's driver gives 64-bit integers as text. */
function withBigints(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'string' && !TEXTS.has(name) && /^-?\d+$/.test(value)) row[name] = BigInt(value);
  return row;
}
