import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { ChainAddress } from './browser/stack-address.ts';
import { execute } from './postgres/execute.ts';
import { WIDE_LIMITS } from './tuned-env.ts';

const ENTRY = fileURLToPath(new URL('./kill-server/entry.ts', import.meta.url));

export interface MortalServer {
  readonly url: string;
  /** Processor time until it was ready, in milliseconds, independent of the machine's other work. */
  readonly cpuMs: number;
  /** Time from spawning to ready, in milliseconds. */
  readonly wallMs: number;
  /** Whether the process has not ended. */
  isRunning(): boolean;
  /** kill -9; resolves when the process is completely gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the real server in a separate process on a database file or a postgres:// address, with `more` in its
 * environment; resolves when it answers. `entry` starts the server of another version.
 */
export async function startMortalServer(
  chains: { readonly all: readonly ChainAddress[] },
  location: string,
  more: NodeJS.ProcessEnv = {},
  entry = ENTRY,
): Promise<MortalServer> {
  const started = performance.now();
  const place = location.startsWith('postgres')
    ? { DATABASE_URL: location, RECEIPT_SIGNING_KEY: 'a5'.repeat(32) }
    : // The server names its file itself.
      { DATA_DIRECTORY: dirname(location) };
  const options = {
    chains: chains.all.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrl })),
    presaleAddress: DEVELOPMENT_PRESALE_ADDRESS,
    environment: {
      ...place,
      ...WIDE_LIMITS,
      ...more,
    },
  };
  const child = spawn(process.execPath, [entry, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = exitOf(child);
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then((code) => Promise.reject(new Error(`the server exited with ${code}`))),
  ]);
  const { url, cpuMs } = JSON.parse(line) as { url: string; cpuMs: number };
  const ready = await fetch(`${url}/api/ready`);
  if (!ready.ok) {
    child.kill('SIGKILL');
    throw new Error(`not ready: ${ready.status} ${await ready.text()}`);
  }
  return {
    url,
    cpuMs,
    wallMs: performance.now() - started,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/**
 * Ends the leases of killed servers, as twenty seconds of waiting would. On the embedded database a server does that
 * itself at its start.
 */
export async function endLeases(location: string): Promise<void> {
  if (location.startsWith('postgres')) await execute(location, 'delete from leases');
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}
