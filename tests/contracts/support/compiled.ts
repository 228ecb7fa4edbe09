import { join } from 'node:path';
import type { AbiFunction, Hex } from 'viem';
import { compileContracts } from '#src/build/contracts/compile.ts';
import { gatherSources } from '#src/build/contracts/gather-sources.ts';
import { type CompiledContract, runSolc } from '#src/build/contracts/run-solc.ts';
import { changed, type Mutant } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The contracts that are deployed. */
export const DEPLOYED = ['SynxToken', 'SynxClaims', 'TeamLock'] as const;

type Deployed = Record<(typeof DEPLOYED)[number], CompiledContract>;

/** The contracts of contracts/, compiled as they are deployed. */
export async function compiled(): Promise<Deployed> {
  return (await compileContracts(join(ROOT, 'contracts'))) as unknown as Deployed;
}

/** The same with one of them changed. */
export async function compiledMutant(mutant: Mutant): Promise<Deployed> {
  const file = `contracts/${mutant.file}.sol`;
  const sources = await gatherSources(ROOT, file);
  sources.set(file, changed(sources.get(file) ?? '', mutant));
  return { ...(await compiled()), ...runSolc(sources) };
}

/** Creation code, as the Solidity tests take it. */
export function codeOf({ SynxToken, SynxClaims }: Deployed): { readonly token: Hex; readonly claims: Hex } {
  return { token: SynxToken.bytecode, claims: SynxClaims.bytecode };
}

/** The signature of every external function. */
export function functionsOf({ abi }: CompiledContract): string[] {
  return abi.flatMap((item) => (item.type === 'function' ? [signature(item)] : [])).sort();
}

function signature({ name, stateMutability, inputs }: AbiFunction): string {
  const types = inputs.map(({ internalType, type }) => internalType?.replace(/^struct \w+\./, '') ?? type);
  return `${name}(${types.join(',')}) ${stateMutability}`;
}
