import { hex, lower, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAINS } from '#src/config/chains.ts';
import { openSource } from '#src/server/platform/chains/open-source.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';
import { collect, failed, reasonOf, type Verdicts, warned } from '#src/server/platform/util/finding.ts';

/** Seconds: a head as old as this is that of a chain, or a source, that does not move. */
const STILL_AFTER = 180;
/** Seconds that a block may be ahead of a right clock. */
const AHEAD = 60n;
/** Blocks between the heads of two sources that a second of difference in time explains. */
const LAG_BLOCKS = 20n;
/** Seconds of state that a source should keep: an outage of the server as long as this can be made up for. */
const STATE_SECONDS = 3 * 3600;
/** As many blocks as the scan requests at once. */
const BURST = 40;

interface Head {
  readonly number: bigint;
  /** Seconds. */
  readonly time: bigint;
}

interface Source {
  /** Its variable, position and host, without the key in its address. */
  readonly name: string;
  readonly reader: RpcReader;
  /** Null before it has answered for its chain. */
  head: Head | null;
}

/** What a chain's sources really serve: chain, head, agreement, logs, earlier state, and as many calls as the scan. */
export async function* checkSources(env: ChainEnv, presaleAddress: string, now: number): Verdicts {
  const sources = env.rpcUrls.map(
    (url, index): Source => ({
      name: `Source ${index + 1} of RPC_URL_${env.chainId} (${new URL(url).host})`,
      reader: openSource(url),
      head: null,
    }),
  );
  const looked = await Promise.all(sources.map((source) => collect(lookAt(source, env, presaleAddress, now))));
  yield* looked.flat();
  const answering = sources.flatMap(({ head, ...source }) => (head === null ? [] : [{ ...source, head }]));
  if (answering.length >= env.quorum) yield* compare(answering);
  else
    yield failed(
      `${answering.length} of ${sources.length} sources of RPC_URL_${env.chainId} answer; ${env.quorum} have to agree.`,
      'Replace those that do not.',
    );
}

async function* lookAt(source: Source, env: ChainEnv, presaleAddress: string, now: number): Verdicts {
  const { name, reader } = source;
  let head: Head;
  try {
    const chainId = quantity(await reader.request({ method: 'eth_chainId', params: [] }));
    if (chainId !== BigInt(env.chainId))
      return yield failed(`${name} belongs to chain ${chainId}.`, `Name one of chain ${env.chainId}.`);
    head = headOf(await reader.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }));
  } catch (error) {
    return yield failed(`${name} does not answer: ${reasonOf(error)}`, 'Check address and key.');
  }
  source.head = head;
  const age = BigInt(Math.floor(now / 1000)) - head.time;
  if (age > STILL_AFTER)
    yield failed(
      `${name} has no block newer than ${age} seconds.`,
      'If an explorer shows newer ones, replace the source; otherwise check the clock of this machine.',
    );
  if (age < -AHEAD)
    yield failed(
      `${name} has a block ${-age} seconds in the future.`,
      'Repair the time synchronisation of this machine.',
    );
  if (env.startBlock > head.number)
    return yield failed(
      `PRESALE_START_BLOCK_${env.chainId} is ${env.startBlock}, and the chain has ${head.number} blocks.`,
      'Set the first block that can contain a payment.',
    );
  for (const { what, ask, remedy, optional } of servicesOf(reader, head, env, presaleAddress)) {
    try {
      await ask();
    } catch (error) {
      yield (optional ? warned : failed)(`${name} does not serve ${what}: ${reasonOf(error)}`, remedy);
    }
  }
}

interface Block {
  readonly hash: unknown;
  readonly transactions: readonly unknown[];
}

interface Service {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly remedy: string;
  /** Whether the sale works without it, if not as well. */
  readonly optional?: true;
}

/** What the server will ask of a source, each tried once. */
function servicesOf(reader: RpcReader, head: Head, env: ChainEnv, presaleAddress: string): readonly Service[] {
  const call = (method: string, ...params: unknown[]) => reader.request({ method, params });
  const depth = BigInt(Math.floor(STATE_SECONDS / CHAINS[env.chainId].blockSeconds));
  const past = head.number > depth ? head.number - depth : 0n;
  // A node behind the same address may not have the newest block yet.
  const told = head.number > 10n ? head.number - 10n : 0n;
  return [
    {
      what: 'the finalized block',
      ask: async () => headOf(await call('eth_getBlockByNumber', 'finalized', false)),
      remedy: 'Use another source: without it no credit becomes final.',
    },
    {
      what: `logs of block ${env.startBlock}, where the search for payments begins`,
      ask: async () => {
        const block = (await call('eth_getBlockByNumber', hex(env.startBlock), false)) as { hash?: unknown } | null;
        if (block === null) throw new Error('it does not have the block');
        const logs = await call('eth_getLogs', { blockHash: lower(block.hash), address: [presaleAddress] });
        if (!Array.isArray(logs)) throw new Error('not a list');
      },
      remedy:
        'Use a source with full history, or set a later PRESALE_START_BLOCK; what was paid before it then waits for people, once its hash is posted.',
    },
    {
      what: 'the receipts of a whole block',
      ask: async () => {
        const { hash, transactions } = (await call('eth_getBlockByNumber', hex(told), false)) as Block;
        const receipts = await call('eth_getBlockReceipts', lower(hash));
        // Some nodes of Polygon have none for the block's own transaction, its last.
        if (!Array.isArray(receipts) || receipts.length < transactions.length - 1) throw new Error('not all of them');
      },
      remedy: 'Use one that does: anybody can fill a block with more logs than sources list, whose payments then wait.',
      optional: true,
    },
    {
      what: `balances of ${STATE_SECONDS / 3600} hours ago (block ${past})`,
      ask: async () => quantity(await call('eth_getBalance', presaleAddress, hex(past))),
      remedy: 'Use one that keeps more state: payments of an outage longer than that wait for a person.',
      optional: true,
    },
    {
      what: `${BURST} blocks at once`,
      ask: async () => {
        const numbers = Array.from({ length: BURST }, (_, index) => head.number - BigInt(index)).filter((n) => n >= 0n);
        await Promise.all(numbers.map((number) => call('eth_getBlockByNumber', hex(number), true)));
      },
      remedy: 'The plan must allow 25 calls a second; a higher limit lets the server catch up sooner after an outage.',
      optional: true,
    },
  ];
}

/** Whether the sources agree on a block that all of them have, and are not far apart. */
async function* compare(sources: readonly (Source & { readonly head: Head })[]): Verdicts {
  const numbers = sources.map(({ head }) => head.number).sort((a, b) => (a < b ? -1 : 1));
  const lowest = numbers[0] ?? 0n;
  const highest = numbers.at(-1) ?? 0n;
  for (const { name, head } of sources)
    if (highest - head.number > LAG_BLOCKS)
      yield warned(`${name} is ${highest - head.number} blocks behind the others.`, 'Replace it if it remains so.');
  const shared = lowest > 10n ? lowest - 10n : 0n;
  const hashes = await Promise.all(
    sources.map(async ({ name, reader }) => {
      const block = await reader
        .request({ method: 'eth_getBlockByNumber', params: [hex(shared), false] })
        .catch(() => null);
      return block === null ? [] : [{ name, hash: lower((block as { hash: unknown }).hash) }];
    }),
  );
  const known = hashes.flat();
  if (new Set(known.map(({ hash }) => hash)).size > 1)
    yield failed(
      `The sources disagree on block ${shared}: ${known.map(({ name, hash }) => `${name} ${hash?.slice(0, 10)}…`).join('; ')}`,
      'Compare with an explorer and remove the one that is wrong.',
    );
}

function headOf(block: unknown): Head {
  if (block === null || typeof block !== 'object') throw new Error('it has no such block');
  const { number, timestamp } = block as { number?: unknown; timestamp?: unknown };
  return { number: quantity(number), time: quantity(timestamp) };
}
