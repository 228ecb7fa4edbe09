import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { PRICE_FEED_ABI } from '#src/chain/abi/price-feed.ts';
import { quantity } from '#src/chain/rpc-reader.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import type { ChainSources, CheckOutcome, ContractChecks } from './chain-sources.ts';

/** A source answers for another chain than the configured one; the server does not start with it. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
}

/** How long a check of all sources waits for each of them, in milliseconds; a source's own limit is lower. */
const ANSWER_WITHIN_MS = 10_000;

/** The sources that answer for another chain, by their position from 1; leaves out sources that do not answer. */
export async function wrongSources(
  chain: ChainSources,
): Promise<readonly { readonly position: number; readonly answered: bigint }[]> {
  const answers = await Promise.all(
    chain.sources.map((source) =>
      within(source.request({ method: 'eth_chainId', params: [] }).then(quantity), ANSWER_WITHIN_MS).catch(() => null),
    ),
  );
  return answers.flatMap((answered, index) =>
    answered === null || answered === BigInt(chain.chainId) ? [] : [{ position: index + 1, answered }],
  );
}

/** Throws WrongChainError if a source answers for another chain; the watcher deals with unreachable ones. */
export async function checkChainId(chain: ChainSources): Promise<void> {
  const [first] = await wrongSources(chain);
  if (first === undefined) return;
  throw new WrongChainError(
    `source ${first.position} of RPC_URL_${chain.chainId} belongs to chain ${first.answered}, not to ${chain.chainId}`,
  );
}

/** Compares tokens and feeds with our tables, by quorum; no option that differs is sold. `unread` is asked again. */
export async function checkContracts(chain: ChainSources): Promise<ContractChecks> {
  const call = (to: string, data: string) =>
    chain.readByQuorum(
      async (source) =>
        (await source.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })) as `0x${string}`,
    );
  const outcomes = new Map<string, CheckOutcome>();
  const decimalsCall = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' });
  for (const token of TOKENS) {
    if (token.chainId !== chain.chainId || token.address === null || !token.accepted) continue;
    const { symbol, address, decimals } = token;
    outcomes.set(
      symbol,
      await compare(async () => {
        const data = await call(address, decimalsCall);
        return data !== '0x' && decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data }) === decimals;
      }),
    );
  }
  const feed = FEEDS[chain.chainId];
  outcomes.set(
    'feed',
    await compare(async () => {
      const decimals = await call(feed.address, encodeFunctionData({ abi: PRICE_FEED_ABI, functionName: 'decimals' }));
      const description = await call(
        feed.address,
        encodeFunctionData({ abi: PRICE_FEED_ABI, functionName: 'description' }),
      );
      if (decimals === '0x' || description === '0x') return false;
      return (
        decodeFunctionResult({ abi: PRICE_FEED_ABI, functionName: 'decimals', data: decimals }) === feed.decimals &&
        feed.descriptions.includes(
          decodeFunctionResult({ abi: PRICE_FEED_ABI, functionName: 'description', data: description }),
        )
      );
    }),
  );
  return outcomes;
}

async function compare(matches: () => Promise<boolean>): Promise<CheckOutcome> {
  try {
    return (await matches()) ? 'ok' : 'mismatch';
  } catch {
    return 'unread';
  }
}
