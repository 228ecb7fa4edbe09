import { decodeFunctionResult, encodeFunctionData, type Hex, toEventSelector } from 'viem';
import { hashValue, hex, lower, MalformedAnswerError, quantity } from '#src/chain/rpc-reader.ts';
import type { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { SynxClaims, SynxToken } from './deployment.ts';

const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const FUNDED = toEventSelector('Funded()');
const NOBODY = `0x${'0'.repeat(64)}`;

/** What staff state of a contract. */
export interface Given {
  readonly claims: string;
  readonly tokenTransaction: string;
  readonly claimsTransaction: string;
  /** The block of the latter, if it has been read before; then neither transaction is read again. */
  readonly deployedBlock: bigint | null;
}

/** What the claims answer; they were made from our source, so their functions mean what the source says. */
interface ClaimsState {
  readonly token: string;
  readonly root: string;
  readonly list: string;
  readonly total: bigint;
  readonly schedules: readonly { readonly start: bigint; readonly end: bigint }[];
  readonly isFunded: boolean;
}

/** What a chain says of a contract, by quorum at a final block. */
export interface Reading {
  /** Null unless its code is that of SynxClaims. */
  readonly claims: ClaimsState | null;
  /** Whether there is any code at the address. */
  readonly exists: boolean;
  readonly isTokenOurs: boolean;
  /**
   * To whom the token's constructor minted, in order; null if its transaction is unknown, failed, or is not final yet.
   * The code mints nowhere else, so these are all of its mints.
   */
  readonly mints: readonly { readonly to: string; readonly amount: bigint }[] | null;
  /** The block of the claims' transaction; null as above, and if the token is not ours. */
  readonly deployedBlock: bigint | null;
  /** What the two transactions made, if each did nothing but make a contract. */
  readonly made: { readonly token: Made | null; readonly claims: Made | null };
}

/** A contract, and the creation code with its arguments that made it. */
export interface Made {
  readonly address: string;
  readonly code: string;
}

/** Reads it at block `at`: at most twelve calls of each source. */
export async function readDistributor(chain: ChainSources, given: Given, at: bigint): Promise<Reading> {
  const code = await codeAt(chain, given.claims, at);
  const claims =
    masked(code) === masked(SynxClaims.deployedBytecode) ? await claimsState(chain, given.claims, at) : null;
  const isTokenOurs = claims !== null && (await codeAt(chain, claims.token, at)) === SynxToken.deployedBytecode;
  const reading = { claims, exists: code !== '0x', isTokenOurs };
  if (!isTokenOurs || given.deployedBlock !== null)
    return { ...reading, mints: null, deployedBlock: given.deployedBlock, made: { token: null, claims: null } };
  const [ofToken, ofClaims] = await Promise.all(
    [given.tokenTransaction, given.claimsTransaction].map((transaction) => receiptOf(chain, transaction, at)),
  );
  return {
    ...reading,
    mints: ofToken?.mints.flatMap(({ token, ...mint }) => (token === claims.token ? [mint] : [])) ?? null,
    deployedBlock: ofClaims?.block ?? null,
    made: { token: ofToken?.made ?? null, claims: ofClaims?.made ?? null },
  };
}

/** The event of the funding within some blocks. */
export async function findFunding(
  chain: ChainSources,
  claims: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<{ readonly block: bigint; readonly hash: string; readonly transaction: string } | null> {
  const filter = { address: [claims], topics: [FUNDED], fromBlock: hex(from), toBlock: hex(to) };
  return chain.readByQuorum(async (source) => {
    const logs = (await source.request({ method: 'eth_getLogs', params: [filter] })) as readonly Log[];
    const [log] = logs.filter(({ address, topics }) => lower(address) === claims && topics[0] === FUNDED);
    if (log === undefined) {
      // A source that has not reached the last block has no logs of those it lacks.
      const reached = quantity(await source.request({ method: 'eth_blockNumber', params: [] }));
      if (reached < to) throw new MalformedAnswerError('a source that is behind');
      return null;
    }
    return {
      block: quantity(log.blockNumber),
      hash: hashValue(log.blockHash),
      transaction: hashValue(log.transactionHash),
    };
  });
}

interface Log {
  readonly address: unknown;
  readonly topics: readonly unknown[];
  readonly data: unknown;
  readonly blockNumber: unknown;
  readonly blockHash: unknown;
  readonly transactionHash: unknown;
}

function codeAt(chain: ChainSources, address: string, at: bigint): Promise<string> {
  return chain.readByQuorum(async (source) =>
    lower(await source.request({ method: 'eth_getCode', params: [address, hex(at)] })),
  );
}

/** Code of SynxClaims without the arguments of its constructor, which are asked for. */
function masked(code: string): string {
  return SynxClaims.immutables.reduce((text, { start, length }) => {
    const from = 2 + 2 * start;
    return `${text.slice(0, from)}${'0'.repeat(2 * length)}${text.slice(from + 2 * length)}`;
  }, code);
}

async function ask(chain: ChainSources, to: string, functionName: string, at: bigint): Promise<unknown> {
  const { abi } = SynxClaims;
  const call = { to, data: encodeFunctionData({ abi, functionName }) };
  const data = await chain.readByQuorum(
    async (source) => lower(await source.request({ method: 'eth_call', params: [call, hex(at)] })) as Hex,
  );
  return decodeFunctionResult({ abi, functionName, data });
}

async function claimsState(chain: ChainSources, claims: string, at: bigint): Promise<ClaimsState> {
  const names = ['token', 'root', 'list', 'total', 'schedules', 'funded'] as const;
  const [token, root, list, total, schedules, isFunded] = await Promise.all(
    names.map((name) => ask(chain, claims, name, at)),
  );
  return {
    token: lower(token),
    root: lower(root),
    list: lower(list),
    total: total as bigint,
    schedules: schedules as ClaimsState['schedules'],
    isFunded: isFunded as boolean,
  };
}

/** What a transaction made and minted; null if it is unknown, failed, or is in a block after `at`. */
function receiptOf(chain: ChainSources, transaction: string, at: bigint) {
  return chain.readByQuorum(async (source) => {
    const ask = (method: string) => source.request({ method, params: [transaction] });
    const [receipt, sent] = (await Promise.all([
      ask('eth_getTransactionReceipt'),
      ask('eth_getTransactionByHash'),
    ])) as readonly [Receipt | null, { readonly to: unknown; readonly input: unknown } | null];
    if (receipt === null || sent === null || quantity(receipt.status) !== 1n) return null;
    const block = quantity(receipt.blockNumber);
    if (block > at) return null;
    const made = sent.to === null ? { address: lower(receipt.contractAddress), code: lower(sent.input) } : null;
    return { block, mints: mintsOf(receipt.logs), made };
  });
}

interface Receipt {
  readonly status: unknown;
  readonly blockNumber: unknown;
  readonly contractAddress: unknown;
  readonly logs: readonly Log[];
}

function mintsOf(logs: readonly Log[]) {
  if (!Array.isArray(logs)) throw new MalformedAnswerError('no logs');
  return logs
    .filter(({ topics }) => topics.length === 3 && topics[0] === TRANSFER && topics[1] === NOBODY)
    .map(({ address, topics, data }) => ({
      token: lower(address),
      to: `0x${lower(topics[2]).slice(-40)}`,
      amount: quantity(data),
    }));
}
