// Loaded by Stryker, in whose processes the working folder is the copy with the mutants.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SEED } from './areas.ts';
import { areaOf, isDrawn, keyOf, type Mutant, mutantAt, SURVIVORS_FILE } from './draw.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The parts of Stryker's mutants that the draw reads; lines and columns count from 0. */
interface StrykerMutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The mutants of the round before that it did not kill; undefined in the first one. */
const survivors = existsSync(SURVIVORS_FILE)
  ? new Set((JSON.parse(readFileSync(SURVIVORS_FILE, 'utf8')) as Mutant[]).map(keyOf))
  : undefined;

/** Lets only the drawn mutants through; Stryker reports the others as compile errors. */
const draw = {
  async init() {},
  async group(mutants: readonly StrykerMutant[]) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants: readonly StrykerMutant[]) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  },
};

function verdict({ fileName, location: { start, end }, replacement }: StrykerMutant) {
  const file = relative(process.cwd(), fileName);
  const place = { start: fromOne(start), end: fromOne(end) };
  const mutant = mutantAt(file, readFileSync(join(ROOT, file), 'utf8'), place, replacement);
  const isWanted = survivors?.has(keyOf(mutant)) ?? isDrawn(mutant, areaOf(file).share, SEED);
  return isWanted ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
}

function fromOne({ line, column }: Position): Position {
  return { line: line + 1, column: column + 1 };
}

export const strykerPlugins = [{ kind: 'Checker', name: 'draw', value: draw }];
