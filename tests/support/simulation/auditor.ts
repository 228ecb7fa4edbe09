import type { ChainId } from '#src/config/chains.ts';
import { NANO_PER_SYNX, PHASES } from '#src/config/sale.ts';
import type { SharedDatabase } from './shared-database.ts';
import { current, type SimChain } from './sim-chain.ts';
import { priceAt, type SimFeed } from './sim-feed.ts';
import { type ModelPayment, paymentsOf } from './sim-payments.ts';

/** A decision may be this much older than its commit, in milliseconds: reading the chain takes time. */
const DECIDED_WITHIN_MS = 60_000;
const CONFIRMATIONS = 6;
/** 10^-26 dollars in one micro-dollar. */
const MICRO = 10n ** 20n;

interface TransferRow {
  readonly id: bigint;
  readonly kind: string;
  readonly payment_id: bigint | null;
  readonly sequence: bigint | null;
}

interface PaidRow {
  readonly id: bigint;
  readonly chain_id: bigint;
  readonly transaction_hash: string;
  readonly transfer_index: bigint;
  readonly payer: string;
  readonly amount: string;
  readonly block_hash: string | null;
  readonly coin_price_e8: bigint | null;
  readonly tokens: bigint | null;
  readonly usd_micro: bigint | null;
  readonly final: bigint;
  readonly status: string;
  readonly reason: string | null;
}

interface PriceRow {
  readonly id: bigint;
  readonly at: bigint;
  readonly kind: string;
  readonly phase: bigint;
  readonly reason: string;
}

export interface AuditorParts {
  readonly shared: SharedDatabase;
  readonly chains: ReadonlyMap<ChainId, SimChain>;
  readonly feeds: ReadonlyMap<ChainId, SimFeed>;
  readonly heartbeats: ReadonlyMap<ChainId, number>;
  readonly now: () => number;
  readonly complain: (complaint: string) => void;
  readonly note: (line: string) => void;
}

/** Keeps its own books next to the server's, from the chains alone, and complains of the first difference. */
export interface Auditor {
  /** Looks at everything that the last commit added to the ledger. */
  committed(): void;
  /** Looks at the payments that became final. */
  lookAtFinal(): void;
  /** The payments that hold a credit now. */
  readonly credited: { has(payment: bigint): boolean };
  readonly counts: { credits: number; reversals: number; refunds: number; finals: number };
}

export function createAuditor(parts: AuditorParts): Auditor {
  const { shared, complain, note } = parts;
  const stock = new Map<bigint, bigint>(PHASES.map(({ phase, supply }) => [BigInt(phase), supply]));
  /** The entries of each credit that holds now, by its payment. */
  const held = new Map<bigint, readonly Entry[]>();
  const final = new Set<bigint>();
  const counts = { credits: 0, reversals: 0, refunds: 0, finals: 0 };
  let seen = { transfer: 0n, refund: 0n, price: 0n };
  let prices: readonly PriceRow[] = [];

  const credit = (row: PaidRow, entries: readonly Entry[], known: readonly PriceRow[]) => {
    const name = nameOf(row);
    if (held.has(row.id)) complain(`${name} is credited twice`);
    held.set(row.id, entries);
    counts.credits += 1;
    note(`credit of ${row.tokens} SYNX for ${name}`);
    const paid = truthOf(parts, row);
    if (typeof paid === 'string') return complain(`${name} is credited, but ${paid}`);
    const value = usdOf(parts, paid);
    if (value === null) return complain(`${name} is credited without a price`);
    const expected = allotted(stock, value, phaseOf(known, paid.placement.block.time));
    for (const [phase, tokens] of expected.parts) stock.set(phase, (stock.get(phase) ?? 0n) - tokens);
    const sold = entries
      .filter(({ kind }) => kind === 'sale')
      .map(({ owner, amount }) => `${owner}:${-amount / NANO_PER_SYNX}`);
    const wanted = [...expected.parts].map(([phase, tokens]) => `${phase}:${tokens}`);
    if (sold.join() !== wanted.join()) complain(`${name} got ${sold}, not ${wanted}`);
    if (row.tokens !== expected.tokens) complain(`${name} states ${row.tokens} SYNX, not ${expected.tokens}`);
    if (row.usd_micro !== (value - expected.rest) / MICRO) complain(`${name} states ${row.usd_micro} micro-dollars`);
    const holder = entries.filter(({ kind }) => kind === 'available');
    if (holder.length !== 1 || holder[0]?.owner !== paid.payer) complain(`${name} is credited to another wallet`);
    const refunds = refundsOf(shared, row.id, 'due');
    const due = expected.rest === 0n ? [] : [String(expected.rest / MICRO)];
    if (refunds.join() !== due.join()) complain(`${name} has refunds ${refunds}, not ${due}`);
  };
  const reverse = (row: PaidRow, entries: readonly Entry[]) => {
    const name = nameOf(row);
    counts.reversals += 1;
    note(`reversal of ${name}`);
    const taken = entries.map(({ kind, owner, amount }) => `${kind}/${owner}/${-amount}`);
    const given = held.get(row.id)?.map(({ kind, owner, amount }) => `${kind}/${owner}/${amount}`);
    if (taken.join() !== given?.join()) complain(`${name} was credited ${given}, and ${taken} is taken back`);
    held.delete(row.id);
    if (final.has(row.id)) complain(`${name} is reversed after it was final`);
    for (const { kind, owner, amount } of entries)
      if (kind === 'sale') stock.set(BigInt(owner), (stock.get(BigInt(owner)) ?? 0n) + amount / NANO_PER_SYNX);
    if (refundsOf(shared, row.id, 'due').length > 0) complain(`${name} is reversed, and a refund is still due`);
    const chain = parts.chains.get(Number(row.chain_id) as ChainId)!;
    const transaction = chain.transactions.get(row.transaction_hash);
    const left = transaction?.placements.some(({ block }) => block.orphanedAt !== null) ?? false;
    if (!left) complain(`${name} is reversed, but never left the chain`);
  };
  const roll = (entries: readonly Entry[]) => {
    for (const { owner, amount } of entries)
      stock.set(BigInt(owner), (stock.get(BigInt(owner)) ?? 0n) + amount / NANO_PER_SYNX);
    const [from, to] = [entries.find(({ amount }) => amount < 0n), entries.find(({ amount }) => amount > 0n)];
    if (from === undefined || to === undefined || BigInt(from.owner) >= BigInt(to.owner))
      complain('stock moves back a phase');
  };
  const lookAtTransfer = ({ id, kind, payment_id: payment }: TransferRow, known: readonly PriceRow[]) => {
    const entries = entriesOf(shared, id);
    if (kind === 'phase-roll') return roll(entries);
    if ((kind !== 'credit' && kind !== 'reversal') || payment === null) return;
    const row = paidRow(shared, payment);
    if (kind === 'credit') credit(row, entries, known);
    else reverse(row, entries);
    for (const [phase, left] of stock) if (left < 0n) complain(`phase ${phase} sold ${-left} SYNX more than it has`);
  };
  /** A payment that is due back as a whole found nothing to buy. */
  const lookAtRefund = ({ payment_id: payment, reason, usd_micro: usd }: RefundRow, known: readonly PriceRow[]) => {
    counts.refunds += 1;
    const row = paidRow(shared, payment);
    if (row.status !== 'refund-due') return;
    const name = nameOf(row);
    note(`refund of ${usd} micro-dollars for ${name}: ${reason}`);
    const paid = truthOf(parts, row);
    if (typeof paid === 'string') return complain(`${name} is due back, but ${paid}`);
    const value = usdOf(parts, paid);
    if (value === null) return complain(`${name} is due back without a price`);
    const expected = allotted(stock, value, phaseOf(known, paid.placement.block.time));
    if (expected.tokens > 0n || expected.rest === 0n) complain(`${name} is due back, but there are tokens for it`);
    if (usd !== String(value / MICRO)) complain(`${name}: ${usd} micro-dollars are due back, not ${value / MICRO}`);
  };
  return {
    credited: held,
    counts,
    committed: () => {
      const transfers = newRows<TransferRow>(shared, 'ledger_transfers', seen.transfer);
      const refunds = newRows<RefundRow>(shared, 'refunds', seen.refund);
      if (transfers.length === 0 && refunds.length === 0) return;
      const fresh = newRows<PriceRow>(shared, 'price_history', seen.price);
      // A phase that this very credit has sold out was not sold out before it.
      const known = [...prices, ...fresh.filter(({ reason }) => reason !== 'phase sold out')];
      for (const transfer of transfers) lookAtTransfer(transfer, known);
      for (const refund of refunds) lookAtRefund(refund, known);
      prices = [...prices, ...fresh];
      seen = {
        transfer: transfers.at(-1)?.id ?? seen.transfer,
        refund: refunds.at(-1)?.id ?? seen.refund,
        price: fresh.at(-1)?.id ?? seen.price,
      };
    },
    lookAtFinal: () => {
      for (const row of shared.rows<PaidRow>('select * from payments where final = 1')) {
        if (final.has(row.id)) continue;
        final.add(row.id);
        counts.finals += 1;
        const chain = parts.chains.get(Number(row.chain_id) as ChainId)!;
        const block = chain.byHash.get(row.block_hash ?? '');
        if (block === undefined || block.orphanedAt !== null || block.number > current(chain).finalized)
          complain(`${nameOf(row)} is final in a block that is not`);
      }
    },
  };
}

interface Entry {
  readonly kind: string;
  readonly owner: string;
  readonly amount: bigint;
}

interface RefundRow {
  readonly id: bigint;
  readonly payment_id: bigint;
  readonly usd_micro: string;
  readonly reason: string;
}

function newRows<Row>(shared: SharedDatabase, table: string, after: bigint): Row[] {
  return shared.rows<Row>(`select * from ${table} where id > ? order by id`, after);
}

function entriesOf(shared: SharedDatabase, transfer: bigint): Entry[] {
  return shared.rows<Entry>(
    `select a.kind, a.owner, e.amount from ledger_entries e join accounts a on a.id = e.account_id
     where e.transfer_id = ? order by a.kind, a.owner`,
    transfer,
  );
}

function paidRow(shared: SharedDatabase, id: bigint): PaidRow {
  return shared.rows<PaidRow>('select * from payments where id = ?', id)[0]!;
}

function refundsOf(shared: SharedDatabase, payment: bigint, status: string): string[] {
  return shared
    .rows<{ usd_micro: string }>('select usd_micro from refunds where payment_id = ? and status = ?', payment, status)
    .map(({ usd_micro }) => usd_micro);
}

function nameOf({ chain_id: chain, transaction_hash: hash, transfer_index: index }: PaidRow): string {
  return `${chain}/${shortHash(hash)}/${index}`;
}

/** The end of a hash, which differs. */
export function shortHash(hash: string): string {
  return `…${hash.slice(-6)}`;
}

/** What the chain knows of a payment that the server has just decided; or why it must not have. */
function truthOf({ chains, now }: AuditorParts, row: PaidRow): ModelPayment | string {
  const chain = chains.get(Number(row.chain_id) as ChainId)!;
  const transaction = chain.transactions.get(row.transaction_hash);
  const block = chain.byHash.get(row.block_hash ?? '');
  if (transaction === undefined || block === undefined) return 'no chain has ever had it';
  const placement = transaction.placements.find((one) => one.block === block);
  if (placement === undefined) return 'its block does not contain it';
  const paid = paymentsOf(chain, placement).find(({ index }) => BigInt(index) === row.transfer_index);
  if (paid === undefined) return 'it pays nothing there';
  if (paid.kind !== 'payable') return `it is ${paid.kind}`;
  if (paid.payer !== row.payer || String(paid.amount) !== row.amount) return 'payer or amount differ';
  if (block.orphanedAt !== null && now() - block.orphanedAt > DECIDED_WITHIN_MS)
    return 'its block left the chain long ago';
  const head = current(chain).blocks.length - 1;
  if (head - block.number + 1 < CONFIRMATIONS) return `it has ${head - block.number + 1} confirmations`;
  return paid;
}

/** The value of a payment in 10^-26 dollars; null without a price. */
export function usdOf(
  { feeds, heartbeats }: Pick<AuditorParts, 'feeds' | 'heartbeats'>,
  { amount, token, placement }: ModelPayment,
): bigint | null {
  const { chainId } = placement.transaction;
  if (token === undefined) return null;
  const price =
    token.address === null
      ? priceAt(feeds.get(chainId)!, placement.block.time, heartbeats.get(chainId)!)
      : 100_000_000n;
  return price === null ? null : amount * price * 10n ** BigInt(18 - token.decimals);
}

/** The phase in force at a time (seconds). */
function phaseOf(known: readonly PriceRow[], seconds: number): bigint {
  const at = BigInt(seconds) * 1000n;
  const before = known.filter((row) => (row.kind === 'start' || row.kind === 'phase') && row.at <= at);
  const latest = before.reduce<PriceRow | null>((best, row) => (best === null || row.at >= best.at ? row : best), null);
  return latest?.phase ?? 1n;
}

/** Spends a value on the remaining stock, phase by phase; `rest` found no tokens. */
function allotted(
  stock: ReadonlyMap<bigint, bigint>,
  value: bigint,
  from: bigint,
): { readonly parts: Map<bigint, bigint>; readonly tokens: bigint; readonly rest: bigint } {
  const parts = new Map<bigint, bigint>();
  let left = value;
  let tokens = 0n;
  let price = 0n;
  for (const { phase, priceMicroUsd } of PHASES) {
    const there = stock.get(BigInt(phase)) ?? 0n;
    if (BigInt(phase) < from || there <= 0n) continue;
    price = priceMicroUsd * MICRO;
    const wanted = left / price;
    const taken = wanted < there ? wanted : there;
    if (taken > 0n) parts.set(BigInt(phase), taken);
    tokens += taken;
    left -= taken * price;
    if (wanted < there) return { parts, tokens, rest: 0n };
  }
  return { parts, tokens, rest: left < price ? 0n : left };
}
