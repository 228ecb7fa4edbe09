import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

export interface CompiledContract {
  readonly abi: Abi;
  /** Creation code, for a deployment. */
  readonly bytecode: Hex;
  /** The code as it is on chain, for anvil_setCode. */
  readonly deployedBytecode: Hex;
  /** Where the code on chain has values of its constructor instead of zeros. */
  readonly immutables: readonly Place[];
}

interface Place {
  /** In bytes from the beginning of the code. */
  readonly start: number;
  readonly length: number;
}

export type CompiledContracts = Readonly<Record<string, CompiledContract>>;

interface DeployedOutput {
  object: string;
  immutableReferences?: Record<string, Place[]>;
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: DeployedOutput } }>
  >;
}

/** Compiler settings; part of the cache key, so that a change recompiles. */
export const SOLC_SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  // Every EVM since the merge runs this, regardless of the hardfork a chain is started with.
  evmVersion: 'paris',
  // Without the metadata hash a comment does not change the bytecode.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: {
    '*': {
      '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences'],
    },
  },
} as const;

/** The compiler's input for sources held in memory (path → text), as explorers take it to verify a contract. */
export function standardInput(sources: ReadonlyMap<string, string>) {
  return {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings: SOLC_SETTINGS,
  };
}

/** Compiles sources held in memory and returns the contracts by name; throws solc's error report. */
export function runSolc(sources: ReadonlyMap<string, string>): CompiledContracts {
  // Loaded here and not at the top: the compiler is 9 MB of WebAssembly, which a warm cache never needs.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const output = JSON.parse(solc.compile(JSON.stringify(standardInput(sources)))) as SolcOutput;
  const errors = (output.errors ?? []).filter((entry) => entry.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((entry) => entry.formattedMessage).join('\n'));
  const entries = Object.values(output.contracts ?? {})
    .flatMap((file) => Object.entries(file))
    // Abstract contracts and interfaces have no code.
    .filter(([, { evm }]) => evm.bytecode.object !== '');
  return Object.fromEntries(
    entries.map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        immutables: Object.values(evm.deployedBytecode.immutableReferences ?? {})
          .flat()
          .sort((one, other) => one.start - other.start),
      } as const,
    ]),
  );
}
