import { readLatestRound } from '#src/chain/read-feed.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { checkContracts } from '#src/server/platform/chains/startup-checks.ts';
import type { ChainEnv, Env } from '#src/server/platform/env/env.ts';
import { failed, passed, reasonOf, type Verdicts, warned } from '#src/server/platform/util/finding.ts';

export async function* checkFeedAndTokens(chain: ChainEnv, now: number): Verdicts {
  const { chainId, heartbeatSeconds } = chain;
  const sources = new ChainSources(chain);
  for (const [name, outcome] of await checkContracts(sources)) {
    const what = name === 'feed' ? 'The price feed' : `The token ${name}`;
    if (outcome === 'mismatch')
      yield failed(
        `${what} of chain ${chainId} is not the contract it should be.`,
        'Check the sources: one may belong to a test network. If an explorer confirms it, report it; it is not sold.',
      );
    if (outcome === 'unread')
      yield failed(`${what} of chain ${chainId} cannot be read by the quorum.`, 'See the chain’s sources.');
  }
  try {
    const { updatedAt, answer } = await sources.readByQuorum((source) =>
      readLatestRound(source, FEEDS[chainId].address),
    );
    const age = Math.floor(now / 1000) - Number(updatedAt);
    if (answer <= 0n || age > heartbeatSeconds * 1.1)
      yield warned(
        `The price feed of chain ${chainId} was last updated ${age} seconds ago; it should be every ${heartbeatSeconds}.`,
        `Coins are not offered meanwhile. If this is usual, set FEED_HEARTBEAT_${chainId}.`,
      );
  } catch (error) {
    yield failed(`The price feed of chain ${chainId} cannot be read: ${reasonOf(error)}`, 'See its sources.');
  }
}

/** A contract, such as a Safe, has an owner only where it exists: elsewhere payments to its address may be lost. */
export async function* checkPresaleAddress({ chains, presaleAddress: address }: Env): Verdicts {
  const codes = await Promise.all(
    chains.map(async (chain) => ({
      chainId: chain.chainId,
      code: await new ChainSources(chain).code(address).catch(() => null),
    })),
  );
  const chainsWith = (is: (code: string | null) => boolean) =>
    codes.flatMap(({ chainId, code }) => (is(code) ? [chainId] : []));
  const unread = chainsWith((code) => code === null);
  const without = chainsWith((code) => code === '0x');
  const contracts = chainsWith((code) => code !== '0x');
  for (const chainId of unread)
    yield failed(`It cannot be read what PRESALE_ADDRESS is on chain ${chainId}.`, 'See the chain’s sources.');
  if (unread.length > 0) return;
  if (contracts.length === 0) yield passed(`PRESALE_ADDRESS ${address} is a plain account on every chain.`);
  else if (without.length > 0)
    yield failed(
      `PRESALE_ADDRESS is a contract on chain ${contracts.join(', ')} and not on ${without.join(', ')}.`,
      'Deploy it at the same address there before the sale, or use a plain account: coins sent there have no owner.',
    );
  else if (new Set(codes.map(({ code }) => code)).size > 1)
    yield warned(
      'PRESALE_ADDRESS is a different contract on different chains.',
      'Make sure that the same people own each of them, by a payment of your own and its return.',
    );
  else yield passed('PRESALE_ADDRESS is the same contract on every chain.');
}
