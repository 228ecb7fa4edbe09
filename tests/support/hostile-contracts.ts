import { fileURLToPath } from 'node:url';
import { compileContracts } from '#src/build/contracts/compile.ts';
import type { CompiledContract } from '#src/build/contracts/run-solc.ts';

const FOLDER = fileURLToPath(new URL('./contracts/', import.meta.url));

/** Compiles one contract of tests/support/contracts by its name; throws when there is none. */
export async function hostileContract(name: string): Promise<CompiledContract> {
  const contract = (await compileContracts(FOLDER))[name];
  if (contract === undefined) throw new Error(`no contract named ${name}`);
  return contract;
}
