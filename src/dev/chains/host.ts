import type { ChainId } from '#src/config/chains.ts';
import { type ChainStartCode, ChainStartError } from './chain-start-error.ts';
import { type ChainsOptions, startChains } from './start-chains.ts';

/**
 * The local chains in a process: `node host.ts '<options as JSON>'`. Prints one HostReport and runs until its input
 * closes. Ignores Ctrl-C: the owner decides in which order things end.
 */
async function host(options: ChainsOptions): Promise<number> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // A killed owner no longer reads; the closed input tells us that as well.
  process.stdout.on('error', () => undefined);
  const told = new Promise<number>((resolve) => {
    process.on('SIGTERM', () => resolve(0));
    process.stdin.on('close', () => resolve(0)).on('error', () => resolve(0));
    process.stdin.resume();
  });
  try {
    const running = await startChains(options);
    report({ ready: true, chains: running.chains.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrl })) });
    const code = await Promise.race([told, running.oneExited.then(() => 1)]);
    await running.stop();
    return code;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    report({ ready: false, code: error instanceof ChainStartError ? error.code : 'failed', message });
    return 1;
  }
}

function report(line: HostReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

process.exitCode = await host(JSON.parse(process.argv[2] ?? '{"stateDirectory":null}') as ChainsOptions);
// Standard input may still be open, and would keep the process alive.
process.stdin.destroy();

/** The one line that the host of the local chains prints on standard output. */
export type HostReport =
  | { readonly ready: true; readonly chains: readonly { readonly chainId: ChainId; readonly rpcUrl: string }[] }
  | { readonly ready: false; readonly code: ChainStartCode; readonly message: string };
