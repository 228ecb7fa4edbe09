import { hex, lower, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAINS } from '#src/config/chains.ts';
import { openSource } from '#src/server/platform/chains/open-source.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';
import { type Finding, findingsOf, reasonOf } from '#src/server/platform/util/finding.ts';

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
}

/** What a chain's sources really serve: chain, head, agreement, logs, earlier state, and as many calls as the scan. */
export async function checkSources(env: ChainEnv, presaleAddress: string, now: number): Promise<Finding[]> {
  const { passed, failed } = findingsOf(`chain ${env.chainId}`);
  const sources = env.rpcUrls.map((url, index) => ({
    name: `Source ${index + 1} of RPC_URL_${env.chainId} (${new URL(url).host})`,
    reader: openSource(url),
  }));
  const looked = await Promise.all(sources.map((source) => lookAt(source, env, presaleAddress, now)));
  const findings = looked.flatMap((look) => look.findings);
  const heads = looked.flatMap(({ head }, index) => {
    const source = sources[index];
    return head === null || source === undefined ? [] : [{ head, source }];
  });
  if (heads.length < env.quorum)
    findings.push(
      failed(
        `${heads.length} of ${sources.length} sources of RPC_URL_${env.chainId} answer; ${env.quorum} have to agree.`,
        'Replace those that do not.',
      ),
    );
  else findings.push(...(await compare(heads, env)));
  if (findings.length === 0) findings.push(passed(`${sources.length} sources serve all that is asked of them.`));
  return findings;
}

async function lookAt(
  source: Source,
  env: ChainEnv,
  presaleAddress: string,
  now: number,
): Promise<{ readonly head: Head | null; readonly findings: readonly Finding[] }> {
  const { name, reader } = source;
  const { failed } = findingsOf(`chain ${env.chainId}`);
  let head: Head;
  try {
    const chainId = quantity(await reader.request({ method: 'eth_chainId', params: [] }));
    if (chainId !== BigInt(env.chainId))
      return {
        head: null,
        findings: [failed(`${name} belongs to chain ${chainId}.`, `Name one of chain ${env.chainId}.`)],
      };
    head = headOf(await reader.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }));
  } catch (error) {
    return { head: null, findings: [failed(`${name} does not answer: ${reasonOf(error)}`, 'Check address and key.')] };
  }
  const findings: Finding[] = [];
  const age = BigInt(Math.floor(now / 1000)) - head.time;
  if (age > STILL_AFTER)
    findings.push(
      failed(
        `${name} has no block newer than ${age} seconds.`,
        'If an explorer shows newer ones, replace the source; otherwise check the clock of this machine.',
      ),
    );
  if (age < -AHEAD)
    findings.push(
      failed(`${name} has a block ${-age} seconds in the future.`, 'Repair the time synchronisation of this machine.'),
    );
  return { head, findings: [...findings, ...(await missingServices(source, head, env, presaleAddress))] };
}

interface Service {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly remedy: string;
  /** Whether the sale works without it, if not as well. */
  readonly optional?: true;
}

/** What the server will ask of a source, each tried once. */
async function missingServices(
  { name, reader }: Source,
  head: Head,
  env: ChainEnv,
  presaleAddress: string,
): Promise<Finding[]> {
  const { warned, failed } = findingsOf(`chain ${env.chainId}`);
  const call = (method: string, ...params: unknown[]) => reader.request({ method, params });
  const depth = BigInt(Math.floor(STATE_SECONDS / CHAINS[env.chainId].blockSeconds));
  const past = head.number > depth ? head.number - depth : 0n;
  if (env.startBlock > head.number)
    return [
      failed(
        `PRESALE_START_BLOCK_${env.chainId} is ${env.startBlock}, and the chain has ${head.number} blocks.`,
        'Set the first block that can contain a payment.',
      ),
    ];
  const services: readonly Service[] = [
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
      remedy: 'Use a source with full history, or set a later PRESALE_START_BLOCK.',
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
      remedy: 'A plan with a higher limit lets the server catch up sooner after an outage.',
      optional: true,
    },
  ];
  const findings: Finding[] = [];
  for (const { what, ask, remedy, optional } of services) {
    try {
      await ask();
    } catch (error) {
      findings.push((optional ? warned : failed)(`${name} does not serve ${what}: ${reasonOf(error)}`, remedy));
    }
  }
  return findings;
}

/** Whether the sources agree on a block that all of them have, and are not far apart. */
async function compare(
  heads: readonly { readonly head: Head; readonly source: Source }[],
  { chainId }: ChainEnv,
): Promise<Finding[]> {
  const { warned, failed } = findingsOf(`chain ${chainId}`);
  const numbers = heads.map(({ head }) => head.number).sort((a, b) => (a < b ? -1 : 1));
  const lowest = numbers[0] ?? 0n;
  const highest = numbers.at(-1) ?? 0n;
  const findings = heads
    .filter(({ head }) => highest - head.number > LAG_BLOCKS)
    .map(({ head, source }) =>
      warned(`${source.name} is ${highest - head.number} blocks behind the others.`, 'Replace it if it remains so.'),
    );
  const shared = lowest > 10n ? lowest - 10n : 0n;
  const hashes = await Promise.all(
    heads.map(async ({ source }) => {
      const block = await source.reader
        .request({ method: 'eth_getBlockByNumber', params: [hex(shared), false] })
        .catch(() => null);
      return { name: source.name, hash: block === null ? null : lower((block as { hash: unknown }).hash) };
    }),
  );
  const known = hashes.filter(({ hash }) => hash !== null);
  if (new Set(known.map(({ hash }) => hash)).size > 1)
    findings.push(
      failed(
        `The sources disagree on block ${shared}: ${known.map(({ name, hash }) => `${name} ${hash?.slice(0, 10)}…`).join('; ')}`,
        'Compare with an explorer and remove the one that is wrong.',
      ),
    );
  return findings;
}

function headOf(block: unknown): Head {
  if (block === null || typeof block !== 'object') throw new Error('it has no such block');
  const { number, timestamp } = block as { number?: unknown; timestamp?: unknown };
  return { number: quantity(number), time: quantity(timestamp) };
}
