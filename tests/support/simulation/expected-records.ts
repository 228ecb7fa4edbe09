import type { ChainId } from '#src/config/chains.ts';
import { type AuditorParts, shortHash, usdOf } from './auditor.ts';
import { current, placementIn } from './sim-chain.ts';
import { type ModelPayment, paymentsOf } from './sim-payments.ts';
import { INVENTED } from './sim-source.ts';

interface Row {
  readonly id: bigint;
  readonly chain_id: bigint;
  readonly transaction_hash: string;
  readonly transfer_index: bigint;
  readonly block_hash: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly final: bigint;
  readonly usd_micro: bigint | null;
}

export interface ExpectedParts extends AuditorParts {
  readonly credited: { has(payment: bigint): boolean };
  /** Whether a payment may wait for a person because its chain was unreadable for long enough. */
  readonly mayBeUnread: (row: bigint) => boolean;
  /** Whether a clock may have been set right by a day or more. */
  readonly mayExpire: boolean;
  /** The first block that the watchers read. */
  readonly startBlock: number;
}

/** 10^-26 dollars in one micro-dollar. */
const MICRO = 10n ** 20n;
const UNPAID = ['processing', 'replaced', 'cancelled', 'expired'];
/** Alarms that end once their cause has. */
const PASSING = [
  ...['chain-unreachable', 'chain-stalled', 'price-feed-late', 'clock', 'quorum-dispute', 'ledger-unchecked'],
  ...['ledger-broken', 'records-broken'],
];
/** Alarms that nothing in a simulation may cause. */
const NEVER = ['ledger-broken', 'records-broken', 'contract-mismatch', 'wrong-chain-source'];

/** Every difference between the records and the chains once all is quiet, in words; the first ones suffice. */
export function differences(parts: ExpectedParts): readonly string[] {
  const found: string[] = [];
  const rows = new Map(
    parts.shared
      .rows<Row>('select * from payments')
      .map((row) => [`${row.chain_id}/${row.transaction_hash}/${row.transfer_index}`, row]),
  );
  for (const chain of parts.chains.values()) {
    const now = current(chain);
    for (const block of now.blocks.slice(parts.startBlock)) {
      for (const placement of block.placements) {
        for (const payment of paymentsOf(chain, placement)) {
          const { hash } = placement.transaction;
          const key = `${chain.chainId}/${hash}/${payment.index}`;
          const row = rows.get(key);
          rows.delete(key);
          const wrong = wrongWith(parts, payment, row);
          if (wrong !== null) found.push(`${chain.chainId}/${shortHash(hash)}/${payment.index} ${wrong}`);
        }
      }
    }
  }
  for (const [, row] of rows) found.push(...wrongWithUnpaid(parts, row));
  return [...found, ...openEnds(parts)];
}

/** The fault of the row of a payment that is in the chain; null for none. */
function wrongWith(parts: ExpectedParts, payment: ModelPayment, row: Row | undefined): string | null {
  const { block } = payment.placement;
  // The watcher leaves out transfers of nothing: they become known when their hash is posted.
  const isNothing = payment.tokenAddress === null && payment.amount === 0n;
  if (row === undefined) return isNothing ? null : 'is in the chain and unknown';
  const state = `${row.status}${row.reason === null ? '' : `(${row.reason})`}`;
  if (row.block_hash !== block.hash) return `is ${state} in another block`;
  const allowed = outcomes(parts, payment);
  if (!allowed.includes(state) && !(isUnread(row) && parts.mayBeUnread(row.id)))
    return `is ${state}, not ${allowed.join(' or ')}`;
  if (parts.credited.has(row.id) !== (row.status === 'credited')) return `is ${state}, and the ledger differs`;
  const given = (row.usd_micro ?? 0n) + dueBack(parts, row.id);
  const paid = row.status === 'credited' || row.status === 'refund-due' ? (usdOf(parts, payment) ?? 0n) / MICRO : 0n;
  // Both amounts are rounded down.
  if (given > paid || given < paid - 1n) return `is ${state} with ${given} micro-dollars of ${paid}`;
  return row.final === 1n ? null : `is ${state}, but not final`;
}

function isUnread({ status, reason }: Row): boolean {
  return status === 'needs-review' && (reason === 'amount-unverifiable' || reason === 'quorum-dispute');
}

function outcomes(parts: ExpectedParts, payment: ModelPayment): readonly string[] {
  switch (payment.kind) {
    case 'failed':
      return ['failed'];
    case 'zero-value':
      return ['rejected(zero-value)'];
    case 'payable': {
      const value = usdOf(parts, payment);
      if (value === null) return ['needs-review(stale-price)'];
      const micro = value / MICRO;
      const refunds = ['refund-due(over-sold)', 'refund-due(sale-over)'];
      return [
        ...(micro < 13_000n ? [] : ['credited']),
        // A payment of less than one token at the price of its phase.
        ...(micro < 33_000n ? ['needs-review(below-one-token)'] : []),
        ...refunds,
      ];
    }
    default:
      return [`needs-review(${payment.kind})`];
  }
}

/** Micro-dollars that are to be returned for a payment. */
function dueBack({ shared }: ExpectedParts, payment: bigint): bigint {
  const due = shared.rows<{ usd_micro: string }>(
    "select usd_micro from refunds where payment_id = ? and status = 'due'",
    payment,
  );
  return due.reduce((sum, { usd_micro: micro }) => sum + BigInt(micro), 0n);
}

/** The faults of a row of a payment that is in no block any more, or not in its present one. */
function wrongWithUnpaid(parts: ExpectedParts, row: Row): readonly string[] {
  const { chains, credited, shared } = parts;
  const name = `${row.chain_id}/${shortHash(row.transaction_hash)}/${row.transfer_index}`;
  const chain = chains.get(Number(row.chain_id) as ChainId)!;
  const transaction = chain.transactions.get(row.transaction_hash);
  if (transaction === undefined) return [`${name} was never sent`];
  if (credited.has(row.id)) return [`${name} is not in the chain and credited`];
  if (dueBack(parts, row.id) > 0n) return [`${name} is not in the chain and due back`];
  const here = placementIn(current(chain), transaction);
  if (here !== undefined) {
    const gone = here.outcome.succeeds ? 'rejected' : 'failed';
    if (row.status === gone && row.block_hash === here.block.hash) return [];
    // A clock set right by a day expires what cannot be read at that moment, and no block names what pays nothing.
    return row.status === 'expired' && parts.mayExpire ? [] : [`${name} is ${row.status}, not ${gone}`];
  }
  if (!UNPAID.includes(row.status) || row.block_hash !== null)
    return [`${name} is ${row.status}, and not in the chain`];
  const { blocks } = current(chain);
  const successor = blocks
    .flatMap(({ placements }) => placements)
    .find(({ transaction: other }) => other.from === transaction.from && other.nonce === transaction.nonce);
  // What has ended is not looked at again: its number may be free once more, or have gone to another transaction.
  if (row.status !== 'processing' || successor === undefined) return [];
  // Its end is known only after everything that the blocks name, invented payments included, has been read.
  return hasInvented(shared, row.chain_id) ? [] : [`${name} is processing, and another transaction took its number`];
}

function hasInvented({ rows }: ExpectedParts['shared'], chain: bigint): boolean {
  return rows(`select 1 from sightings where chain_id = ? and transaction_hash like '${INVENTED}%'`, chain).length > 0;
}

/** Work that is left, and alarms that should have ended or never begun. */
function openEnds({ shared }: ExpectedParts): readonly string[] {
  // A payment that one source invented is looked for until a day has passed.
  const left = shared.rows<{ n: bigint }>(
    `select count(*) as n from sightings where transaction_hash not like '${INVENTED}%'`,
  )[0]?.n;
  const alarms = shared.rows<{ kind: string; subject: string; detail: string; resolved_at: bigint | null }>(
    'select kind, subject, detail, resolved_at from alarms',
  );
  const said = ({ kind, subject, detail }: { kind: string; subject: string; detail: string }) =>
    `${kind} ${subject}: ${detail}`;
  return [
    ...(left === 0n ? [] : [`${left} transactions of blocks are still unread`]),
    ...alarms
      .filter(({ kind, resolved_at }) => resolved_at === null && PASSING.includes(kind))
      .map((one) => `the alarm ${said(one)} is still open`),
    ...alarms.filter(({ kind }) => NEVER.includes(kind)).map((one) => `there was an alarm ${said(one)}`),
  ];
}
