import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { expect, it } from 'vitest';
import { gatherSources } from '#src/build/contracts/gather-sources.ts';
import { standardInput } from '#src/build/contracts/run-solc.ts';
import deployed from '#src/chain/abi/contracts.json' with { type: 'json' };
import { compiled, compiledMutant, DEPLOYED, functionsOf } from './support/compiled.ts';
import { rowsOf } from './support/document.ts';
import { MUTANTS } from './support/mutants.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Bytes on chain. */
const LARGEST = { SynxToken: 2_560, SynxClaims: 4_096, TeamLock: 2_560 };

/** Every function that anybody can call: a new one is a decision. */
const FUNCTIONS = {
  SynxToken: [
    'MINTED() view',
    'allowance(address,address) view',
    'approve(address,uint256) nonpayable',
    'balanceOf(address) view',
    'burn(uint256) nonpayable',
    'burnFrom(address,uint256) nonpayable',
    'decimals() pure',
    'name() view',
    'symbol() view',
    'totalSupply() view',
    'transfer(address,uint256) nonpayable',
    'transferFrom(address,address,uint256) nonpayable',
  ],
  SynxClaims: [
    'claim(Entry) nonpayable',
    'claimMany(Entry[]) nonpayable',
    'claimTo(Entry,address) nonpayable',
    'claimed(address) view',
    'claimedTotal() view',
    'fund() nonpayable',
    'funded() view',
    'list() view',
    'root() view',
    'schedules() view',
    'token() view',
    'total() view',
    'vested(Entry,uint256) view',
  ],
  TeamLock: [
    'cliff() view',
    'duration() view',
    'end() view',
    'owner() view',
    'releasable() view',
    'releasable(address) view',
    'release() nonpayable',
    'release(address) nonpayable',
    'released() view',
    'released(address) view',
    'renounceOwnership() nonpayable',
    'start() view',
    'transferOwnership(address) nonpayable',
    'vestedAmount(address,uint64) view',
    'vestedAmount(uint64) view',
  ],
};

it('[I8] the contracts have these functions', async () => {
  const contracts = await compiled();
  for (const name of DEPLOYED) {
    expect(functionsOf(contracts[name])).toEqual(FUNCTIONS[name]);
    expect(rowsOf(`${name}: functions`).map(([signature]) => signature)).toEqual(
      FUNCTIONS[name].map((line) => `\`${line.split(' ')[0]}\``),
    );
  }
});

it('[I8] token and claims have no fallback, and no part that takes coins', async () => {
  const { SynxToken, SynxClaims } = await compiled();
  for (const item of [...SynxToken.abi, ...SynxClaims.abi]) {
    expect(item.type).toMatch(/^(?:constructor|function|event|error)$/);
    expect(item).not.toHaveProperty('stateMutability', 'payable');
  }
});

it('[I8] a way back is noticed', async () => {
  const mutant = MUTANTS.find(({ breaks }) => breaks === 'I8');
  if (mutant === undefined) throw new Error('no mutant');
  expect(functionsOf((await compiledMutant(mutant)).SynxClaims)).not.toEqual(FUNCTIONS.SynxClaims);
});

it('the compiler of npm makes the stated code from the sources, byte for byte', async () => {
  const sources = await gatherSources(ROOT, 'contracts');
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(standardInput(sources))));
  const stated = DEPLOYED.map((name) => {
    const { bytecode, deployedBytecode } = contracts[`contracts/${name}.sol`][name].evm;
    const size = deployedBytecode.object.length / 2;
    expect(size).toBeLessThanOrEqual(LARGEST[name]);
    return [
      `\`${name}\``,
      size.toLocaleString('en-US'),
      LARGEST[name].toLocaleString('en-US'),
      `\`${keccak256(`0x${bytecode.object}`)}\``,
    ];
  });
  expect(rowsOf('Code')).toEqual(stated);
});

it('the server deploys and compares this code (npm run --silent contracts -- compiled > src/chain/abi/contracts.json)', async () => {
  const { SynxToken, SynxClaims } = await compiled();
  expect(deployed).toEqual({ SynxToken, SynxClaims });
});
