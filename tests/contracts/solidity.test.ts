import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { codeOf, compiled, compiledMutant } from './support/compiled.ts';
import { rowsOf } from './support/document.ts';
import { runForge, runSolidityTests } from './support/forge.ts';
import { MUTANTS } from './support/mutants.ts';

/** Functions for single invariants of Invariants.t.sol; `invariant_all` plays the histories for all of them at once. */
const SINGLY = 'invariant_I';
const INVARIANTS = Array.from({ length: 13 }, (_, index) => `I${index + 1}`);

beforeAll(async () => {
  const { code, output } = await runForge(['build']);
  expect(code, output).toBe(0);
});

it('every Solidity test passes on the code that is deployed', async () => {
  const { names, failures } = await runSolidityTests(['--no-match-test', SINGLY], codeOf(await compiled()));
  expect(failures).toEqual([]);
  expect(names.length).toBeGreaterThan(25);
});

it('the tests reach every branch of the contracts', async () => {
  // Its compiled files have counters, which other runs must not find.
  const folder = folderOfTest();
  const env = { FOUNDRY_OUT: `${folder}/out`, FOUNDRY_CACHE_PATH: `${folder}/cache`, FOUNDRY_FUZZ_RUNS: '1' };
  const args = ['coverage', '--no-match-test', 'invariant', '--exclude-tests'];
  const { stdout, output } = await runForge(args, env);
  const rows = stdout.split('\n').filter((line) => line.includes('.sol '));
  expect(
    rows.map((row) => row.match(/[\w/]+\.sol/)?.[0]),
    output,
  ).toEqual(['contracts/SynxClaims.sol', 'contracts/SynxToken.sol']);
  for (const row of rows) expect(row.match(/\d+\.\d+%/g)).toEqual(['100.00%', '100.00%', '100.00%', '100.00%']);
});

it.for([
  ['lint', '--deny', 'warnings'],
  ['fmt', '--check'],
])('forge %s finds nothing', async (args) => {
  const { code, output } = await runForge(args);
  expect(code, output).toBe(0);
});

describe('the test of an invariant is red when the contract breaks it', () => {
  it('has a changed copy for each invariant', () => {
    const stated = rowsOf('Invariants').map(([invariant, , copy]) => [invariant, copy]);
    expect(stated.map(([invariant]) => invariant)).toEqual(INVARIANTS);
    expect(MUTANTS.map(({ breaks, name }) => [breaks, name])).toEqual(stated);
  });

  // The list of functions tells those apart (code.test.ts).
  it.for(MUTANTS.filter(({ breaks }) => breaks !== 'I8'))('$breaks: $name', async (mutant) => {
    const left = folderOfTest();
    const { names, failures } = await runSolidityTests(
      ['--match-test', `${mutant.breaks}_`],
      codeOf(await compiledMutant(mutant)),
      {
        FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
        FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: left,
        FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: left,
      },
    );
    expect(names).not.toEqual([]);
    expect(failures).not.toEqual([]);
  });
});
