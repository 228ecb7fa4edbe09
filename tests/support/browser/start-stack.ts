import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { call, localClient } from '#src/dev/chains/local-client.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { openRehearsal } from '#src/dev/rehearsal/open-rehearsal.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { tunedEnv, WIDE_LIMITS } from '#tests/support/tuned-env.ts';
import { contentWithPolls } from './polls.ts';
import type { ChainAddress, StackAddress } from './stack-address.ts';

const SITE = join(import.meta.dirname, '../../../dist');
/** Longer than any run: blocks come only with transactions and from the tests. */
const NEVER_MS = 86_400_000;
/** A chain that does not move for minutes is no fault here, so its feed's rounds may be an hour old. */
const UNHURRIED = { FEED_HEARTBEAT_56: '3600', FEED_HEARTBEAT_137: '3600' };
/** Milliseconds between two looks at a chain. */
const POLL_MS = 1000;

/** Starts three local chains in memory, on which any address may send; returns them with a function that stops them. */
export async function startChains(): Promise<{ chains: readonly ChainAddress[]; stop: () => Promise<void> }> {
  const host = await startChainHost({ stateDirectory: null, fastMs: NEVER_MS });
  const clients = host.chains.map(({ chainId, rpcUrl }) => localClient(chainId, rpcUrl));
  await Promise.all(clients.map((client) => call(client, 'anvil_autoImpersonateAccount', [true])));
  return { chains: host.chains, stop: host.stop };
}

/**
 * Serves the built site, or another build of it, and the API, with a separate database, on a free port; `more` is added
 * to its environment. Blocks come with transactions and from the tests: a chain that does not move is no fault, unless
 * `stallAfterMs` says when it is one.
 */
export async function startSite(
  chains: readonly ChainAddress[],
  more: NodeJS.ProcessEnv = {},
  siteDirectory: string = SITE,
  stallAfterMs: number = Number.POSITIVE_INFINITY,
): Promise<StackAddress & Pick<RunningServer, 'context' | 'stop'>> {
  const directory = mkdtempSync(join(tmpdir(), 'synx-e2e-'));
  const rehearsal = await openRehearsal(chains);
  const env = tunedEnv(
    {
      PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIRECTORY: directory,
      ...WIDE_LIMITS,
      ...UNHURRIED,
      ...more,
    },
    { presaleAddress: DEVELOPMENT_PRESALE_ADDRESS, chains: rehearsal.chains },
  );
  const server = await startServer({
    env,
    siteDirectory,
    contentDirectory: contentWithPolls(directory),
    version: '0.0.0-test',
    extend: rehearsal.extend,
    machine: rehearsal.machine,
    pollMs: POLL_MS,
    stallAfterMs,
  });
  return {
    url: server.url,
    chains,
    context: server.context,
    stop: async () => {
      await server.stop();
      await rehearsal.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
