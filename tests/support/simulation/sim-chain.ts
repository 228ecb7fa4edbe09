import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import type { ChainId } from '#src/config/chains.ts';

/** An ERC-20 Transfer log; `moved` is what the balances really change by, and differs for dishonest tokens. */
export interface SimLog {
  /** Lower case, like every address here. */
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly moved: bigint;
}

/** What one execution of a transaction does; `internal` are coins that its contract passes on to the presale. */
export interface Outcome {
  readonly succeeds: boolean;
  readonly logs: readonly SimLog[];
  readonly internal: bigint;
}

export interface SimTransaction {
  readonly hash: string;
  readonly chainId: ChainId;
  readonly from: string;
  readonly nonce: number;
  readonly to: string;
  readonly value: bigint;
  readonly input: string;
  /** One for each inclusion; the last one counts for all later ones. */
  readonly outcomes: readonly Outcome[];
  readonly placements: Placement[];
  /** Whether nodes hold it while it is in no block. */
  pooled: boolean;
}

/** A transaction in one block, with its outcome there. */
export interface Placement {
  readonly transaction: SimTransaction;
  readonly block: Block;
  readonly outcome: Outcome;
  readonly receipt: { readonly logs: readonly Record<string, unknown>[] } & Record<string, unknown>;
}

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds. */
  readonly time: number;
  readonly placements: Placement[];
  /** What the presale address holds after it: coins, and tokens by contract. */
  coins: bigint;
  readonly tokens: Map<string, bigint>;
  /** When it left the chain, in virtual milliseconds; null while it is in it. */
  orphanedAt: number | null;
}

/** The chain at one moment. */
export interface Snapshot {
  readonly at: number;
  /** By number. */
  readonly blocks: readonly Block[];
  readonly finalized: number;
}

/** The fate of a transaction whose block is taken back. */
export type Fate = 'again' | 'pool' | 'gone';

export interface SimChain {
  readonly chainId: ChainId;
  readonly presale: string;
  /** Every state so far, the newest last. */
  readonly history: Snapshot[];
  readonly transactions: Map<string, SimTransaction>;
  readonly byHash: Map<string, Block>;
  /** Stalled finality stays where it is while the head moves on. */
  finalityStalled: boolean;
  readonly finalityLag: number;
  made: number;
}

const START_BLOCKS = 6;
const APPROVAL = `0x8c5be1e5${'ab'.repeat(28)}`;

/** A chain with a few empty blocks; `startSeconds` is the time of its newest one. */
export function createChain(chainId: ChainId, presale: string, startSeconds: number, finalityLag: number): SimChain {
  const chain: SimChain = {
    ...{ chainId, presale, finalityLag, history: [], transactions: new Map(), byHash: new Map() },
    ...{ finalityStalled: false, made: 0 },
  };
  const blocks: Block[] = [];
  for (let number = 0; number < START_BLOCKS; number += 1)
    blocks.push(emptyBlock(chain, blocks.at(-1), startSeconds - (START_BLOCKS - number) * 12));
  chain.history.push({ at: 0, blocks, finalized: blocks.length - 1 });
  return chain;
}

export function current(chain: SimChain): Snapshot {
  return chain.history.at(-1) as Snapshot;
}

export function word(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(64, '0');
}

export function quantityOf(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** The number of transactions of a sender in a list of blocks. */
export function nonceIn(blocks: readonly Block[], sender: string): number {
  let count = 0;
  for (const { placements } of blocks)
    for (const { transaction } of placements) if (transaction.from === sender) count += 1;
  return count;
}

/** Where a transaction is in the blocks of a snapshot. */
export function placementIn({ blocks }: Snapshot, transaction: SimTransaction): Placement | undefined {
  return transaction.placements.find(({ block }) => blocks[block.number] === block);
}

/** Adds a block at the head with the transactions whose turn it is, of those `wanted` admits. */
export function mine(
  chain: SimChain,
  now: number,
  seconds: number,
  wanted: (transaction: SimTransaction) => boolean,
): Block {
  const { blocks, finalized } = current(chain);
  const next = blocks.slice();
  const block = extend(chain, next, seconds);
  const nonces = new Map<string, number>();
  for (const transaction of chain.transactions.values()) {
    if (!transaction.pooled) continue;
    const nonce = nonces.get(transaction.from) ?? nonceIn(blocks, transaction.from);
    nonces.set(transaction.from, nonce);
    if (transaction.nonce < nonce) {
      // Another transaction took its number: nodes forget it.
      transaction.pooled = false;
      continue;
    }
    if (transaction.nonce !== nonce || !wanted(transaction)) continue;
    place(chain, transaction, block);
    nonces.set(transaction.from, nonce + 1);
  }
  chain.history.push({ at: now, blocks: next, finalized: finalizedAt(chain, next, finalized) });
  return block;
}

/**
 * Replaces the newest `depth` blocks by as many and one more. `fate` decides each transaction of theirs; one whose
 * number is not its sender's next any more goes back to the pool.
 */
export function reorg(
  chain: SimChain,
  now: number,
  depth: number,
  seconds: number,
  fate: (transaction: SimTransaction) => Fate,
  spread: (end: number) => number,
): void {
  const { blocks, finalized } = current(chain);
  const removed = blocks.slice(blocks.length - depth);
  const next = blocks.slice(0, blocks.length - depth);
  const fresh: Block[] = [];
  const times = removed.map(({ time }) => time);
  const again: SimTransaction[] = [];
  for (const block of removed) {
    block.orphanedAt = now;
    for (const { transaction } of block.placements) {
      const decided = fate(transaction);
      transaction.pooled = decided !== 'gone';
      if (decided === 'again') again.push(transaction);
    }
  }
  for (const time of [...times, Math.max(seconds, (times.at(-1) ?? 0) + 1)]) fresh.push(extend(chain, next, time));
  let at = 0;
  for (const transaction of again) {
    at = Math.max(at, Math.min(fresh.length - 1, at + spread(3) - 1));
    const block = fresh[at];
    if (block !== undefined && nonceIn(next, transaction.from) === transaction.nonce)
      place(chain, transaction, block, fresh.slice(at + 1));
  }
  chain.history.push({ at: now, blocks: next, finalized });
}

/** Moves the finalized block as far as the head allows. */
export function finalize(chain: SimChain, now: number): void {
  const { blocks, finalized } = current(chain);
  chain.history.push({ at: now, blocks, finalized: finalizedAt(chain, blocks, finalized) });
}

function finalizedAt(chain: SimChain, blocks: readonly Block[], before: number): number {
  return chain.finalityStalled ? before : Math.max(before, blocks.length - 1 - chain.finalityLag);
}

function extend(chain: SimChain, blocks: Block[], seconds: number): Block {
  const parent = blocks.at(-1);
  const block = emptyBlock(chain, parent, Math.max(seconds, (parent?.time ?? 0) + 1));
  blocks.push(block);
  return block;
}

function emptyBlock(chain: SimChain, parent: Block | undefined, time: number): Block {
  chain.made += 1;
  const block: Block = {
    number: parent === undefined ? 0 : parent.number + 1,
    hash: `0xb1${word(BigInt(chain.chainId) * 1_000_000n + BigInt(chain.made)).slice(2)}`,
    parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
    time,
    placements: [],
    coins: parent?.coins ?? 0n,
    tokens: new Map(parent?.tokens),
    orphanedAt: null,
  };
  chain.byHash.set(block.hash, block);
  return block;
}

/** Executes a transaction in a block; `later` are the blocks that already follow it. */
function place(chain: SimChain, transaction: SimTransaction, block: Block, later: readonly Block[] = []): void {
  const { outcomes, placements, hash, value, to, from } = transaction;
  const planned = outcomes[Math.min(placements.length, outcomes.length - 1)] as Outcome;
  // The presale address cannot send more than it has in this block.
  const isCovered = planned.logs.every(
    (log) => log.from !== chain.presale || log.moved <= (block.tokens.get(log.token) ?? 0n),
  );
  const outcome = isCovered ? planned : { succeeds: false, logs: [], internal: 0n };
  const coins = (outcome.succeeds && to === chain.presale && from !== chain.presale ? value : 0n) + outcome.internal;
  const common = { blockHash: block.hash, blockNumber: quantityOf(block.number), transactionHash: hash };
  const before = block.placements.reduce((sum, other) => sum + other.receipt.logs.length, 0);
  const receipt = {
    ...common,
    status: outcome.succeeds ? '0x1' : '0x0',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: outcome.succeeds
      ? outcome.logs.map((log, position) => ({ ...logOf(log), ...common, logIndex: quantityOf(before + position) }))
      : [],
  };
  for (const holder of [block, ...later]) {
    holder.coins += coins;
    if (!outcome.succeeds) continue;
    for (const { token, from: payer, to: payee, moved } of outcome.logs) {
      const change = (payee === chain.presale ? moved : 0n) - (payer === chain.presale ? moved : 0n);
      if (change !== 0n) holder.tokens.set(token, (holder.tokens.get(token) ?? 0n) + change);
    }
  }
  const placement = { transaction, block, outcome, receipt };
  block.placements.push(placement);
  placements.push(placement);
  transaction.pooled = false;
}

/** A log without a recipient is one of another event. */
function logOf({ token, from, to, amount }: SimLog): Record<string, unknown> {
  const topics = [
    to === '' ? APPROVAL : TRANSFER_TOPIC,
    `0x${word(BigInt(from))}`,
    `0x${word(BigInt(to === '' ? from : to))}`,
  ];
  return { address: token, topics, data: `0x${word(amount)}` };
}
