import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { Random } from '#tests/support/random.ts';
import {
  type Block,
  current,
  nonceIn,
  type Placement,
  placementIn,
  quantityOf,
  type SimChain,
  type SimTransaction,
  type Snapshot,
  word,
} from './sim-chain.ts';
import { roundData, type SimFeed } from './sim-feed.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Faults by which a source fails to answer, or contradicts itself: any number of sources can have them. */
export const SILENT = ['down', 'slow', 'silent', 'limited', 'flaky', 'pruned', 'old receipts'] as const;
/** Faults by which a source answers something untrue: fewer sources than the quorum have them at a time. */
export const FALSE = [
  ...['behind', 'omits', 'hides logs', 'other amount', 'other status', 'other balance', 'far ahead'],
  ...['other hash', 'other price', 'invents', 'garbage'],
] as const;
export type SourceFault = (typeof SILENT)[number] | (typeof FALSE)[number];

/** How the hashes of payments begin that a source invents. */
export const INVENTED = '0xfa15e0';

type Json = Record<string, unknown>;
type Call = Parameters<RpcReader['request']>[0];

export interface SimSource extends RpcReader {
  fault: SourceFault | null;
}

export interface SourceParts {
  readonly chain: SimChain;
  readonly feed: SimFeed;
  readonly time: VirtualTime;
  /** Milliseconds since 1970 at virtual time 0. */
  readonly start: number;
  readonly chance: Random;
  /** One of this many answers takes some time; 0 for none. */
  readonly slowOneIn: number;
  /** Contracts other than tokens and feeds, in lower case. */
  readonly contracts: readonly string[];
  /** Tells this source's lies from those of others. */
  readonly position: number;
}

const TIMEOUT_MS = 5_000;
/** How far back a node without an archive has balances, in blocks. */
const STATE_KEPT = 8;

/** A JSON-RPC node that follows a simulated chain, and can fail in every way of real ones. */
export function createSource(parts: SourceParts): SimSource {
  const { chance, time, slowOneIn } = parts;
  const source: SimSource = {
    fault: null,
    request: async (call) => {
      const { fault } = source;
      if (fault === 'down' || (fault === 'flaky' && chance.once(3))) throw new Error('connect ECONNREFUSED');
      if (fault === 'limited') throw Object.assign(new Error('daily request count exceeded'), { code: -32005 });
      if (fault === 'garbage') return chance.pick(['0x', null, '<html></html>', {}, [], 7]);
      if (fault === 'silent') {
        await time.wait(TIMEOUT_MS);
        throw new Error('The request took too long to respond.');
      }
      if (fault === 'slow') await time.wait(300 + chance.below(4_000));
      else if (slowOneIn > 0 && chance.once(slowOneIn)) await time.wait(1 + chance.below(400));
      return falsified(parts, source, call, answerOf(parts, viewOf(parts, source), call, source.fault));
    },
  };
  return source;
}

/** What the node knows of the chain: everything, or as much as some seconds ago. */
function viewOf({ chain, time, position }: SourceParts, { fault }: SimSource): Snapshot {
  if (fault !== 'behind') return current(chain);
  const until = time.now() - 40_000 - position * 7_000;
  return chain.history.findLast(({ at }) => at <= until) ?? (chain.history[0] as Snapshot);
}

function answerOf(parts: SourceParts, view: Snapshot, { method, params }: Call, fault: SourceFault | null): unknown {
  const { chain } = parts;
  switch (method) {
    case 'eth_chainId':
      return quantityOf(chain.chainId);
    case 'eth_blockNumber':
      return quantityOf(view.blocks.length - 1);
    case 'eth_getBlockByNumber': {
      const block = view.blocks[params[0] === 'finalized' ? view.finalized : Number(params[0])];
      return block === undefined ? null : blockJson(block, params[1] === true);
    }
    case 'eth_getBlockByHash': {
      const block = view.blocks.find(({ hash }) => hash === params[0]);
      return block === undefined ? null : blockJson(block, params[1] === true);
    }
    case 'eth_getTransactionByHash': {
      const transaction = known(chain, view, params[0], fault);
      return transaction === undefined ? null : transactionJson(transaction);
    }
    case 'eth_getTransactionReceipt': {
      const transaction = known(chain, view, params[0], fault);
      if (transaction === undefined) return null;
      return (orphanOf(transaction, fault) ?? placementIn(view, transaction))?.receipt ?? null;
    }
    case 'eth_getLogs':
      return logs(view, params[0] as Json, chain);
    case 'eth_getBalance':
      return quantityOf(stateAt(view, params[1], fault).coins);
    case 'eth_getTransactionCount':
      return quantityOf(nonceIn(view.blocks.slice(0, stateAt(view, params[1], fault).number + 1), String(params[0])));
    case 'eth_getCode':
      return parts.contracts.includes(String(params[0]).toLowerCase()) ? '0x6080' : '0x';
    case 'eth_call':
      return callAnswer(parts, view, params, fault);
    default:
      throw Object.assign(new Error(`the method ${method} does not exist`), { code: -32601 });
  }
}

function known(chain: SimChain, view: Snapshot, hash: unknown, fault: SourceFault | null): SimTransaction | undefined {
  const transaction = chain.transactions.get(String(hash));
  if (transaction === undefined || transaction.pooled) return transaction;
  const placement = orphanOf(transaction, fault) ?? placementIn(view, transaction);
  return placement === undefined ? undefined : transaction;
}

/** The place of a transaction in a block that has left the chain, for a node whose index of receipts still names it. */
function orphanOf({ placements }: SimTransaction, fault: SourceFault | null): Placement | undefined {
  return fault === 'old receipts' ? placements.findLast(({ block }) => block.orphanedAt !== null) : undefined;
}

const blocksAsJson = new WeakMap<Block, readonly [Json, Json]>();

function blockJson(block: Block, full: boolean): Json {
  let both = blocksAsJson.get(block);
  if (both === undefined || (both[0]['transactions'] as unknown[]).length !== block.placements.length) {
    const common = {
      ...{ hash: block.hash, parentHash: block.parentHash, number: quantityOf(block.number) },
      timestamp: quantityOf(block.time),
    };
    const transactions = block.placements.map(({ transaction }) => transaction);
    both = [
      { ...common, transactions: transactions.map(({ hash }) => hash) },
      { ...common, transactions: transactions.map(transactionJson) },
    ];
    blocksAsJson.set(block, both);
  }
  return both[full ? 1 : 0];
}

function transactionJson({ hash, from, to, nonce, value, input }: SimTransaction): Json {
  return { hash, from, to, nonce: quantityOf(nonce), value: quantityOf(value), input };
}

function logs(view: Snapshot, filter: Json, chain: SimChain): Json[] {
  const block = chain.byHash.get(String(filter['blockHash']));
  if (block === undefined || view.blocks[block.number] !== block) throw new Error('unknown block');
  const addresses = [filter['address']].flat().map((address) => String(address).toLowerCase());
  const topics = (filter['topics'] ?? []) as (string | null)[];
  return block.placements
    .flatMap(({ receipt }) => receipt.logs)
    .filter((log) => {
      const own = log['topics'] as string[];
      return (
        addresses.includes(String(log['address'])) && topics.every((topic, at) => topic === null || topic === own[at])
      );
    });
}

function stateAt(view: Snapshot, tag: unknown, fault: SourceFault | null): Block {
  const number = tag === 'latest' ? view.blocks.length - 1 : Number(tag);
  const block = view.blocks[number];
  if (block === undefined) throw Object.assign(new Error('header not found'), { code: -32000 });
  if (fault === 'pruned' && number < view.blocks.length - STATE_KEPT)
    throw Object.assign(new Error('missing trie node'), { code: -32000 });
  return block;
}

const DECIMALS = '0x313ce567';
const DESCRIPTION = '0x7284e416';
const BALANCE_OF = '0x70a08231';
const LATEST_ROUND = '0xfeaf968c';
const GET_ROUND = '0x9a6fc8f5';

function callAnswer(parts: SourceParts, view: Snapshot, params: readonly unknown[], fault: SourceFault | null): string {
  const { chain, feed, start, time } = parts;
  const { to, data } = params[0] as { to: string; data: string };
  const address = to.toLowerCase();
  const selector = data.slice(0, 10);
  const own = FEEDS[chain.chainId];
  if (address === own.address.toLowerCase()) {
    if (selector === DECIMALS) return `0x${word(BigInt(own.decimals))}`;
    if (selector === DESCRIPTION) return text(own.descriptions[0] ?? '');
    const seconds = Math.floor((start + (view === current(chain) ? time.now() : view.at)) / 1000);
    const rounds = feed.rounds.filter(({ at }) => at <= seconds);
    const id = selector === LATEST_ROUND ? null : BigInt(`0x${data.slice(10)}`);
    const answer = selector === LATEST_ROUND || selector === GET_ROUND ? roundData(rounds, id) : null;
    if (answer === null) throw Object.assign(new Error('execution reverted: No data present'), { code: 3 });
    return answer;
  }
  const token = TOKENS.find((one) => one.chainId === chain.chainId && one.address?.toLowerCase() === address);
  if (token === undefined) return '0x';
  if (selector === DECIMALS) return `0x${word(BigInt(token.decimals))}`;
  if (selector !== BALANCE_OF) return '0x';
  return `0x${word(stateAt(view, params[1], fault).tokens.get(address) ?? 0n)}`;
}

function text(value: string): string {
  const bytes = Buffer.from(value).toString('hex');
  return `0x${word(32n)}${word(BigInt(value.length))}${bytes.padEnd(64, '0')}`;
}

/** The untrue answer of a source that lies; each lies differently. */
function falsified(parts: SourceParts, { fault }: SimSource, { method, params }: Call, honest: unknown): unknown {
  const off = BigInt(parts.position + 1);
  const isOwnTransaction = parts.chain.transactions.has(String(params[0]));
  switch (fault) {
    case 'omits':
      return isOwnTransaction && parts.chance.once(2) ? null : honest;
    case 'hides logs':
      if (method === 'eth_getLogs') return [];
      return method === 'eth_getTransactionReceipt' && honest !== null ? { ...(honest as Json), logs: [] } : honest;
    case 'other amount':
      return method === 'eth_getTransactionReceipt' && honest !== null
        ? {
            ...(honest as Json),
            logs: ((honest as Json)['logs'] as Json[]).map((log) => ({
              ...log,
              data: `0x${word(BigInt(String(log['data'])) * 3n + off)}`,
            })),
          }
        : method === 'eth_getTransactionByHash' && honest !== null
          ? { ...(honest as Json), value: quantityOf(BigInt(String((honest as Json)['value'])) * 5n + off) }
          : honest;
    case 'other status':
      return method === 'eth_getTransactionReceipt' && honest !== null
        ? { ...(honest as Json), status: (honest as Json)['status'] === '0x1' ? '0x0' : '0x1' }
        : honest;
    case 'other balance':
      if (method === 'eth_getBalance') return quantityOf(BigInt(String(honest)) + off);
      return method === 'eth_call' && String(honest).length === 66 ? `0x${word(BigInt(String(honest)) + off)}` : honest;
    case 'far ahead':
      if (method === 'eth_blockNumber') return quantityOf(BigInt(String(honest)) + 40n * off);
      return method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { ...(honest as Json), number: quantityOf(current(parts.chain).blocks.length - 1) }
        : honest;
    case 'other hash':
      return method === 'eth_getBlockByNumber' && honest !== null
        ? { ...(honest as Json), hash: `0xbad${off}${String((honest as Json)['hash']).slice(6)}` }
        : honest;
    case 'other price':
      return method === 'eth_call' && String(honest).length === 322
        ? `${String(honest).slice(0, 66)}${word(BigInt(`0x${String(honest).slice(66, 130)}`) * 7n + off)}${String(honest).slice(130)}`
        : honest;
    case 'invents':
      return invented(parts, method, params, honest);
    default:
      return honest;
  }
}

/** A payment that never was, in every block that the source shows. */
function invented(
  { chain, position }: SourceParts,
  method: string,
  params: readonly unknown[],
  honest: unknown,
): unknown {
  const block = method === 'eth_getBlockByNumber' ? (honest as Json | null) : null;
  if (block !== null && params[1] === true) {
    const hash = `${INVENTED}${position}${String(block['hash']).slice(INVENTED.length + 1)}`;
    const fake = {
      hash,
      from: `0x${'e'.repeat(40)}`,
      to: chain.presale,
      nonce: '0x1',
      value: quantityOf(10n ** 21n),
      input: '0x',
    };
    return { ...block, transactions: [...(block['transactions'] as Json[]), fake] };
  }
  const asked = String(params[0]);
  if (!asked.startsWith(INVENTED)) return honest;
  const last = current(chain).blocks.at(-8) ?? (current(chain).blocks[0] as Block);
  if (method === 'eth_getTransactionByHash')
    return {
      hash: asked,
      from: `0x${'e'.repeat(40)}`,
      to: chain.presale,
      nonce: '0x1',
      value: quantityOf(10n ** 21n),
      input: '0x',
    };
  if (method === 'eth_getTransactionReceipt')
    return {
      transactionHash: asked,
      blockHash: last.hash,
      blockNumber: quantityOf(last.number),
      status: '0x1',
      logs: [],
    };
  return honest;
}
