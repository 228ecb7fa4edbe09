import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFunctionData } from 'viem';
import { readClaimed, readClaims } from '#src/chain/read-claims.ts';
import { DELEGATED_CODE, hex, lower, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { type AllocationEntry, AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import type { ListSummary } from '#src/lib/allocation/list.ts';
import { safeBatch } from '#src/lib/allocation/safe-batch.ts';
import { openShard, shardsOf, shardText } from '#src/lib/allocation/shard.ts';
import { type Unlocking, unlockedOf } from '#src/lib/allocation/unlocking.ts';
import { SynxClaims } from './money/handover/deployment.ts';
import type { ChainSources } from './platform/chains/chain-sources.ts';
import { exactSynx } from './platform/util/exact-synx.ts';

/** Gas of claimMany: of the call, and of each of its entries; more than docs/contracts.md measured of any. */
const GAS = { call: 55_000n, entry: 75_000n } as const;
/** Some chains take no transaction of more gas (EIP-7825), and nodes none of more bytes. */
const MOST_GAS = 2n ** 24n;
const MOST_BYTES = 120_000;
const WALLETS = 100;
/** Wallets that are read at once. */
const AT_ONCE = 50;

interface Push {
  readonly list: ListSummary;
  readonly entries: AsyncIterable<AllocationEntry>;
  readonly claims: string;
  readonly chain: ChainSources;
  readonly folder: string;
  readonly batchSize: number | null;
  readonly withContracts: boolean;
}

/** An entry with something to pay. */
interface Due {
  readonly entry: AllocationEntry;
  readonly proof: readonly string[];
  readonly amount: bigint;
}

interface State {
  /** The block at which everything is read. */
  readonly at: bigint;
  readonly schedules: readonly Unlocking[];
  readonly time: bigint;
  readonly gasLimit: bigint;
}

/**
 * Writes the transactions that send everybody what has opened, as files of a Safe in `folder`, and returns a summary.
 * Skips who has received it, and wallets that are contracts: whether one can move tokens, only its owners know, and
 * they can name another receiver as long as nobody has sent their tokens there.
 */
export async function writePush(push: Push): Promise<string> {
  const { folder, chain, claims, batchSize } = push;
  const state = await readState(push);
  const gas = state.gasLimit / 2n < MOST_GAS ? state.gasLimit / 2n : MOST_GAS;
  const most = Math.min(batchSize ?? WALLETS, Number((gas - GAS.call) / GAS.entry));
  if (most < 1) throw new Error(`Half a block of chain ${chain.chainId} is too little for a claim.`);
  mkdirSync(folder, { recursive: true });
  const lines: string[] = [];
  const skipped = { received: 0, closed: 0, contracts: [] as string[] };
  let total = 0n;
  let batch: Due[] = [];
  const close = () => {
    if (batch.length === 0) return;
    const name = `push-${String(lines.length + 1).padStart(4, '0')}.json`;
    const data = claimManyData(batch);
    const at = Number(state.time) * 1_000;
    writeFileSync(
      join(folder, name),
      safeBatch([{ to: claims, data }], { chainId: chain.chainId, name: `SYNX: ${name}`, at }),
    );
    const paid = batch.reduce((sum, { amount }) => sum + amount, 0n);
    total += paid;
    lines.push(`${name}  ${batch.length} wallets, ${exactSynx(paid)}, gas about ${gasOf(batch.length)}`);
    batch = [];
  };
  for await (const due of dueOf(push, state, skipped)) {
    if (batch.length === most || bytesOf([...batch, due]) > MOST_BYTES) close();
    batch.push(due);
  }
  close();
  if (skipped.contracts.length > 0) writeFileSync(join(folder, 'contracts.txt'), `${skipped.contracts.join('\n')}\n`);
  return [
    `claimMany of ${claims} on chain ${chain.chainId}, for what has opened until ${new Date(Number(state.time) * 1_000).toISOString()}`,
    ...lines,
    `pays       ${exactSynx(total)} in ${lines.length} transactions`,
    `received   ${skipped.received} wallets, skipped`,
    `not open   ${skipped.closed} wallets, skipped`,
    `contracts  ${skipped.contracts.length} wallets, skipped${skipped.contracts.length === 0 ? '' : ': contracts.txt'}`,
  ].join('\n');
}

/** Throws Error unless the contract is that of the list, and holds its tokens. */
async function readState({ chain, claims, list }: Push): Promise<State> {
  const { number: at } = await chain.head();
  const contract = await readAt(chain, at, async (source) => {
    const read = await readClaims(source, claims);
    return read === null ? null : { root: read.root, isFunded: read.isFunded, schedules: read.schedules };
  });
  if (contract === null) throw new Error(`There is no contract at ${claims} on chain ${chain.chainId}.`);
  if (contract.root !== list.root) throw new Error(`${claims} has another list: its root is ${contract.root}.`);
  if (!contract.isFunded) throw new Error(`${claims} does not hold its tokens yet.`);
  const block = await readAt(chain, at, async (source) => {
    const read = await source.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    const { timestamp, gasLimit } = read as Readonly<Record<string, unknown>>;
    return { time: quantity(timestamp), gasLimit: quantity(gasLimit) };
  });
  return { at, schedules: contract.schedules, ...block };
}

/** Reads at a block by quorum what a function would read at the latest one. */
function readAt<Answer>(
  chain: ChainSources,
  at: bigint,
  read: (source: RpcReader) => Promise<Answer>,
): Promise<Answer> {
  return chain.readByQuorum((source) =>
    read({
      request: ({ method, params }) =>
        source.request({ method, params: params.map((each) => (each === 'latest' ? hex(at) : each)) }),
    }),
  );
}

/** The entries with something to pay, in order. */
async function* dueOf(
  { list, entries, claims, chain, withContracts }: Push,
  { at, schedules, time }: State,
  skipped: { received: number; closed: number; contracts: string[] },
): AsyncGenerator<Due> {
  for await (const [name, own] of shardsOf(entries, list.count)) {
    const shard = openShard(shardText(list, name, own), list.root);
    const found = new Map<string, Due>();
    const look = async (entry: AllocationEntry) => {
      const { address } = entry;
      const opened = AMOUNT_KINDS.reduce((sum, kind, index) => {
        const unlocking = schedules[index];
        return unlocking === undefined ? sum : sum + unlockedOf(entry[kind], unlocking, time);
      }, 0n);
      if (opened === 0n) {
        skipped.closed += 1;
        return;
      }
      const claimed = await readAt(chain, at, (source) => readClaimed(source, claims, address));
      if (claimed >= opened) skipped.received += 1;
      else if (!withContracts && (await isContractAt(chain, at, address))) skipped.contracts.push(address);
      else found.set(address, { entry, proof: shard.proofOf(address)?.proof ?? [], amount: opened - claimed });
    };
    for (let index = 0; index < own.length; index += AT_ONCE)
      await Promise.all(own.slice(index, index + AT_ONCE).map(look));
    for (const { address } of own) {
      const due = found.get(address);
      if (due !== undefined) yield due;
    }
  }
  skipped.contracts.sort();
}

/** EIP-7702's pointer is no contract: only a key can set it. */
async function isContractAt(chain: ChainSources, at: bigint, address: string): Promise<boolean> {
  const call = { method: 'eth_getCode', params: [address, 'latest'] };
  const code = await readAt(chain, at, async (source) => lower(await source.request(call)));
  return code !== '0x' && !code.startsWith(DELEGATED_CODE);
}

function claimManyData(batch: readonly Due[]): `0x${string}` {
  const entries = batch.map(({ entry, proof }) => ({ ...entry, account: entry.address, proof }));
  return encodeFunctionData({ abi: SynxClaims.abi, functionName: 'claimMany', args: [entries] });
}

function gasOf(wallets: number): bigint {
  return GAS.call + GAS.entry * BigInt(wallets);
}

/** Of the calldata, with the position of each entry in it. */
function bytesOf(batch: readonly Due[]): number {
  return batch.reduce((sum, { proof }) => sum + 32 * (8 + proof.length), 4 + 64);
}
