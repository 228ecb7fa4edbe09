import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ChainId } from '#src/config/chains.ts';
import { ChainStartError } from './chain-start-error.ts';
import type { HostReport } from './host.ts';
import type { ChainsOptions } from './start-chains.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
/** The host gives its chains 10 seconds to write their state. */
const STOP_TIMEOUT_MS = 15_000;

export interface ChainHost {
  readonly pid: number | undefined;
  readonly chains: readonly { readonly chainId: ChainId; readonly rpcUrl: string }[];
  /** Resolves when the host has ended for any reason; all chains end with it. */
  readonly exited: Promise<void>;
  /** Ends the chains, writing their state, and resolves when their host is gone. */
  stop(): Promise<void>;
}

/** Starts the three chains in a child process, which ends when this one does. Throws ChainStartError. */
export async function startChainHost(options: ChainsOptions): Promise<ChainHost> {
  const child = spawn(process.execPath, [HOST, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.stdin.end();
    await exited;
    clearTimeout(timer);
  };
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exited.then(() => '{"ready":false,"code":"failed","message":"the host of the local chains exited at once"}'),
  ]);
  const answer = JSON.parse(line) as HostReport;
  if (answer.ready) return { pid: child.pid, chains: answer.chains, exited, stop };
  await stop();
  throw new ChainStartError(answer.code, answer.message);
}
