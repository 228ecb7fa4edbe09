import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Hex } from 'viem';
import { foundryBinary } from '#src/dev/chains/foundry-binary.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A test of a `.t.sol` file that failed. */
export interface SolidityFailure {
  readonly name: string;
  readonly reason: string;
}

interface Suites {
  readonly [suite: string]: {
    readonly test_results: Record<string, { readonly status: string; readonly reason: string | null }>;
  };
}

/** Runs forge in the project's folder; its exit code, and everything it printed. */
export function runForge(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  // forge starts the compiler, a script, by the Node of PATH.
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const options = { cwd: ROOT, env: { ...process.env, PATH: path, ...env }, maxBuffer: 64 * 2 ** 20 };
  return new Promise<{ readonly code: number; readonly stdout: string; readonly output: string }>((resolve, reject) => {
    execFile(foundryBinary('forge'), args, options, (error, stdout, stderr) => {
      if (typeof error?.code === 'string') reject(error);
      else resolve({ code: error?.code ?? 0, stdout, output: `${stdout}\n${stderr}` });
    });
  });
}

/**
 * Runs the Solidity tests on the given code of the contracts, and returns how many there are and those that failed.
 * Throws forge's output if they could not run.
 */
export async function runSolidityTests(
  args: readonly string[],
  { token, claims }: { readonly token: Hex; readonly claims: Hex },
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly names: readonly string[]; readonly failures: readonly SolidityFailure[] }> {
  const code = { SYNX_TOKEN_CODE: token, SYNX_CLAIMS_CODE: claims };
  const { stdout, output } = await runForge(['test', '--json', ...args], { ...env, ...code });
  const start = stdout.indexOf('{');
  if (start === -1) throw new Error(output);
  const results = Object.values(JSON.parse(stdout.slice(start)) as Suites).flatMap((suite) =>
    Object.entries(suite.test_results),
  );
  const failures = results.filter(([, { status }]) => status !== 'Success');
  return {
    names: results.map(([name]) => name),
    failures: failures.map(([name, { reason }]) => ({ name, reason: reason ?? '' })),
  };
}
