import { readLatestRound } from '#src/chain/read-feed.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { checkContracts } from '#src/server/platform/chains/startup-checks.ts';
import type { ChainEnv, Env } from '#src/server/platform/env/env.ts';
import { type Finding, findingsOf, reasonOf } from '#src/server/platform/util/finding.ts';

const { passed, warned, failed } = findingsOf('contracts');

/** The tokens and price feed of every chain, and whether the presale address is a contract there. */
export async function checkAllContracts(env: Env, now: number): Promise<Finding[]> {
  const chains = env.chains.map((chain) => ({ chain, sources: new ChainSources(chain) }));
  const ofChains = await Promise.all(chains.map(({ chain, sources }) => checkChain(chain, sources, now)));
  const codes = await Promise.all(
    chains.map(async ({ chain, sources }) => ({
      chainId: chain.chainId,
      code: await sources.code(env.presaleAddress).catch(() => null),
    })),
  );
  return [...ofChains.flat(), ...presaleFindings(env.presaleAddress, codes)];
}

async function checkChain(chain: ChainEnv, sources: ChainSources, now: number): Promise<Finding[]> {
  const { chainId, heartbeatSeconds } = chain;
  const findings: Finding[] = [];
  for (const [name, outcome] of await checkContracts(sources)) {
    const what = name === 'feed' ? 'The price feed' : `The token ${name}`;
    if (outcome === 'mismatch')
      findings.push(
        failed(
          `${what} of chain ${chainId} is not the contract it should be.`,
          'Check the sources: one may belong to a test network. If an explorer confirms it, report it; it is not sold.',
        ),
      );
    if (outcome === 'unread')
      findings.push(failed(`${what} of chain ${chainId} cannot be read by the quorum.`, 'See the chain’s sources.'));
  }
  try {
    const { updatedAt, answer } = await sources.readByQuorum((source) =>
      readLatestRound(source, FEEDS[chainId].address),
    );
    const age = Math.floor(now / 1000) - Number(updatedAt);
    if (answer <= 0n || age > heartbeatSeconds * 1.1)
      findings.push(
        warned(
          `The price feed of chain ${chainId} was last updated ${age} seconds ago; it should be every ${heartbeatSeconds}.`,
          `Coins are not offered meanwhile. If this is usual, set FEED_HEARTBEAT_${chainId}.`,
        ),
      );
  } catch (error) {
    findings.push(failed(`The price feed of chain ${chainId} cannot be read: ${reasonOf(error)}`, 'See its sources.'));
  }
  return findings.length > 0 ? findings : [passed(`Tokens and price feed of chain ${chainId} are the right ones.`)];
}

/** A contract, such as a Safe, has an owner only where it exists: elsewhere payments to its address may be lost. */
function presaleFindings(
  address: string,
  codes: readonly { readonly chainId: number; readonly code: string | null }[],
): Finding[] {
  const unread = codes.filter(({ code }) => code === null);
  if (unread.length > 0)
    return unread.map(({ chainId }) =>
      failed(`It cannot be read what PRESALE_ADDRESS is on chain ${chainId}.`, 'See the chain’s sources.'),
    );
  const contracts = codes.filter(({ code }) => code !== '0x');
  if (contracts.length === 0) return [passed(`PRESALE_ADDRESS ${address} is a plain account on every chain.`)];
  const others = codes.filter(({ code }) => code === '0x').map(({ chainId }) => chainId);
  if (others.length > 0)
    return [
      failed(
        `PRESALE_ADDRESS is a contract on chain ${contracts.map(({ chainId }) => chainId).join(', ')} and not on ${others.join(', ')}.`,
        'Deploy it at the same address there before the sale, or use a plain account: coins sent there have no owner.',
      ),
    ];
  if (new Set(contracts.map(({ code }) => code)).size > 1)
    return [
      warned(
        'PRESALE_ADDRESS is a different contract on different chains.',
        'Make sure that the same people own each of them, by a payment of your own and its return.',
      ),
    ];
  return [passed('PRESALE_ADDRESS is the same contract on every chain.')];
}
