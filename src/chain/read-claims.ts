import type { Unlocking } from '#src/lib/allocation/unlocking.ts';
import { hashValue, hex, lower, MalformedAnswerError, quantity, type RpcReader } from './rpc-reader.ts';

/** The contract that holds the tokens of a list, as a source reads it. */
export interface ClaimsContract {
  readonly root: string;
  readonly token: string;
  readonly total: bigint;
  readonly isFunded: boolean;
  /** Bought, staked, rewards, airdrop. */
  readonly schedules: readonly Unlocking[];
  /** Head of the chain, and its time in seconds, which decides what is open. */
  readonly block: bigint;
  readonly time: bigint;
}

/** The first four bytes of the keccak-256 of each view function of contracts/SynxClaims.sol that a visitor needs. */
const VIEWS = {
  claimed: '0xc884ef83',
  funded: '0xf3a504f2',
  root: '0xebf0c717',
  schedules: '0x2a48d4d0',
  token: '0xfc0c546a',
  total: '0x2ddbd13a',
} as const;
/** keccak-256 of Claimed(address,address,uint256). */
export const CLAIMED_EVENT = '0xf7a40077ff7a04c7e61f6f26fb13774259ddf1b6bce9ecf26a8276cdd3992683';

/** Null if there is no contract at the address. Throws the source's errors, and MalformedAnswerError for nonsense. */
export async function readClaims(source: RpcReader, address: string): Promise<ClaimsContract | null> {
  const code = await source.request({ method: 'eth_getCode', params: [address, 'latest'] });
  if (code === '0x') return null;
  const [[root = ''], [token = ''], [total = ''], [funded = ''], schedules, head] = await Promise.all([
    view(source, address, VIEWS.root),
    view(source, address, VIEWS.token),
    view(source, address, VIEWS.total),
    view(source, address, VIEWS.funded),
    view(source, address, VIEWS.schedules),
    source.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
  ]);
  const { number, timestamp } = (head ?? {}) as Readonly<Record<string, unknown>>;
  const times = schedules.map((word) => BigInt(`0x${word}`));
  if (times.length !== 8) throw new MalformedAnswerError('not four schedules');
  return {
    root: `0x${root}`,
    token: `0x${token.slice(24)}`,
    total: BigInt(`0x${total}`),
    isFunded: BigInt(`0x${funded}`) === 1n,
    schedules: [0, 2, 4, 6].map((at) => ({ start: times[at] ?? 0n, end: times[at + 1] ?? 0n })),
    block: quantity(number),
    time: quantity(timestamp),
  };
}

/** What the contract has paid for an account up to a block, in base units. */
export async function readClaimed(source: RpcReader, address: string, account: string, at = 'latest'): Promise<bigint> {
  const [word = ''] = await view(
    source,
    address,
    `${VIEWS.claimed}${account.slice(2).toLowerCase().padStart(64, '0')}`,
    at,
  );
  return BigInt(`0x${word}`);
}

/** The transaction of an account's latest claim since a block; null if the source shows none. */
export async function findClaim(
  source: RpcReader,
  address: string,
  account: string,
  since: bigint,
): Promise<string | null> {
  const topics = [CLAIMED_EVENT, `0x${account.slice(2).toLowerCase().padStart(64, '0')}`];
  const logs = await source.request({
    method: 'eth_getLogs',
    params: [{ address, topics, fromBlock: hex(since), toBlock: 'latest' }],
  });
  const latest = Array.isArray(logs) ? (logs.at(-1) as Readonly<Record<string, unknown>> | undefined) : undefined;
  return latest === undefined ? null : hashValue(latest['transactionHash']);
}

/** The words of a view's answer. */
async function view(source: RpcReader, to: string, data: string, at = 'latest'): Promise<readonly string[]> {
  const answer = lower(await source.request({ method: 'eth_call', params: [{ to, data }, at] }));
  if (!/^0x(?:[0-9a-f]{64})+$/.test(answer)) throw new MalformedAnswerError('not words');
  return answer.slice(2).match(/.{64}/g) ?? [];
}
