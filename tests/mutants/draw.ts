import { createHash } from 'node:crypto';
import { matchesGlob } from 'node:path';
import { AREAS, type Area } from './areas.ts';

/** The list of mutants for the plugin of a further round, in the working folder. */
export const SURVIVORS_FILE = 'survivors.json';

/** A change to a source that Stryker offers. Both texts have single spaces. */
export interface Mutant {
  /** From the project's folder. */
  readonly file: string;
  /** The text that it replaces. */
  readonly find: string;
  readonly replace: string;
}

export interface Place {
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The mutant at a place of a source, whose columns count from 1 like its lines. */
export function mutantAt(file: string, source: string, { start, end }: Place, replacement: string): Mutant {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return { file, find: spaced(lines.join('\n')), replace: spaced(replacement) };
}

/** Whether a mutant is drawn: by the seed and its texts, wherever they are in the file. */
export function isDrawn(mutant: Mutant, share: number, seed: string): boolean {
  const digest = createHash('sha256').update(seed).update(keyOf(mutant)).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < share / 100;
}

export function keyOf({ file, find, replace }: Mutant): string {
  return JSON.stringify([file, find, replace]);
}

/** Throws for a file of no area. */
export function areaOf(file: string): Area {
  const area = AREAS.find(({ sources }) => matchesGlob(file, sources));
  if (area === undefined) throw new Error(`${file} is in no area`);
  return area;
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
