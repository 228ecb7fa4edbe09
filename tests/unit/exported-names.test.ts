import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { repeatedExports } from '#tests/run/exported-names.ts';

const PROJECT = join(import.meta.dirname, '../..');
const problemsOf = (sources: Record<string, string>) => repeatedExports(new Map(Object.entries(sources)));

const folder = mkdtempSync(join(tmpdir(), 'synx-exported-names-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a name that two files export', () => {
  it.each([
    'export const vote = 1;',
    'export let vote: number;',
    'export const { vote } = { vote: 1 };',
    'export const [first, { second: [vote] }] = read();',
    'export function vote() {}',
    'export async function vote() {}',
    'export function* vote() {}',
    'export abstract class vote {}',
    'export interface vote {}',
    'export type vote = string;',
    'export enum vote {}',
    'const vote = 1; export { vote };',
    'const ballot = 1; export { ballot as vote };',
    "export { vote } from './elsewhere.ts';",
    "export type { vote } from './elsewhere.ts';",
    "export * as vote from './elsewhere.ts';",
  ])('is found: %s', (source) => {
    expect(problemsOf({ 'src/stores/b.ts': source, 'src/islands/a.tsx': 'export const vote = <p />;' })).toEqual([
      'vote is exported by src/islands/a.tsx and src/stores/b.ts',
    ]);
  });

  it.each([
    'const vote = 1;',
    'export const ballot = (vote: number) => vote;',
    'export const { vote: ballot } = { vote: 1 };',
    'const vote = 1; export { vote as ballot };',
    'export default function vote() {}',
    "import { vote } from './elsewhere.ts'; vote();",
    "const text = 'export const vote = 1;';",
    '// export const vote = 1;',
  ])('is not: %s', (source) => {
    expect(problemsOf({ 'src/a.ts': source, 'src/b.ts': 'export const vote = 1;' })).toEqual([]);
  });

  it('is one name where a file gives it a type, a value and several signatures', () => {
    const source = 'export type vote = string; export function vote(a: 1): void; export function vote(a: 2): void;';
    expect(problemsOf({ 'src/a.ts': source })).toEqual([]);
  });

  it('is allowed where Astro asks for it, in its pages alone', () => {
    const get = 'export const GET = () => new Response();';
    expect(problemsOf({ 'src/pages/a.ts': get, 'src/pages/b.ts': get })).toEqual([]);
    expect(problemsOf({ 'src/lib/a.ts': get, 'src/lib/b.ts': get })).toHaveLength(1);
  });
});

it('the command names every such name with its files, and fails', () => {
  const run = () =>
    spawnSync(process.execPath, [join(PROJECT, 'tests/run/exported-names.ts'), folder], { encoding: 'utf8' });
  mkdirSync(join(folder, 'src/server'), { recursive: true });
  writeFileSync(join(folder, 'src/a.tsx'), 'export type Vote = string;\nexport const cast = 1;\n');
  writeFileSync(join(folder, 'src/server/b.ts'), 'export interface Vote {}\nexport function cast() {}\n');
  const failed = run();
  expect(failed.stderr.trim().split('\n')).toEqual([
    'Vote is exported by src/a.tsx and src/server/b.ts',
    'cast is exported by src/a.tsx and src/server/b.ts',
  ]);
  expect(failed.status).toBe(1);
  writeFileSync(join(folder, 'src/server/b.ts'), 'export interface Ballot {}\n');
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});
