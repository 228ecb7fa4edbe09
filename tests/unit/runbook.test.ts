import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { ALARM_KINDS } from '#src/server/platform/alerts/alarm-kinds.ts';
import { fileSetting, SECRET_SETTINGS, SETTING_NAMES } from '#src/server/platform/env/setting-names.ts';
import { STAFF_COMMANDS } from '#src/server/staff/commands/staff-commands.ts';
import { SCREENS } from '#src/server/staff/desk/screens.ts';
import { missingLine, readRunbook } from '#tests/drill/runbook.ts';

const read = (name: string) => readFileSync(name, 'utf8');
const OPERATING = read('docs/operating.md');
const RUNBOOK = read('docs/runbook.md');
const BOTH = `${OPERATING}\n${RUNBOOK}`;
/** Commands of the staff's command line that are neither a screen nor an action. */
const OWN_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'verify-audit': ['noted'],
  'verify-ledger': ['noted'],
  'last-backup': [],
  help: [],
};

const fencedIn = (text: string) => Array.from(text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
const quotedIn = (text: string) => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
const CODE = [...fencedIn(BOTH).flatMap((block) => block.split('\n')), ...quotedIn(BOTH)];
const found = (pattern: RegExp) => CODE.flatMap((line) => Array.from(line.matchAll(pattern), ([, part = '']) => part));

/** The faults of a command of the staff's command line, in words. */
function faultsOf(command: string): readonly string[] {
  // A placeholder is one word.
  const words = command.replaceAll(/<[^>]*>|'[^']*'/g, 'x').split(/\s+/);
  const [name = '', ...rest] = words;
  const { tokens } = parseArgs({ args: rest, strict: false, tokens: true });
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const own = OWN_COMMANDS[name];
  const screen = name === 'show' ? SCREENS[rest[0] ?? ''] : undefined;
  const fields =
    own ?? screen?.filter?.map((field) => field.name) ?? Object.keys(STAFF_COMMANDS[name]?.input.shape ?? {});
  if (own === undefined && screen === undefined && STAFF_COMMANDS[name] === undefined)
    return [`there is no ${command}`];
  const known = [...fields, 'as', ...(screen === undefined ? [] : ['page'])];
  return flags.filter((flag) => !known.includes(flag)).map((flag) => `${name} has no --${flag}`);
}

test('every command of the staff’s command line in the operator’s documents exists, with its fields', () => {
  const commands = found(/(?:npm run (?:-s )?staff -- |^\s*staff |^staff )([a-z][^#|;&]*)/g).map((text) => text.trim());
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.flatMap(faultsOf)).toEqual([]);
  expect(faultsOf('show payments --minimum 1 --sort 2')).toEqual(['show has no --sort']);
  expect(faultsOf('close-sale --as ada')).toEqual(['there is no close-sale --as ada']);
});

test('every npm command in the operator’s documents exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = found(/npm run (?:-s )?([a-z]+(?::[a-z]+)*)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every setting in the operator’s documents exists, and .env.example describes it', () => {
  const secrets = SECRET_SETTINGS.map(fileSetting) as readonly string[];
  const named = new Set(found(/(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w(*])/g));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !SETTING_NAMES.has(name) && !secrets.includes(name))).toEqual([]);
  const example = read('.env.example');
  expect([...named].filter((name) => !secrets.includes(name) && !example.includes(name))).toEqual([]);
});

test('every kind of alarm has its action, and every kind with an action exists', () => {
  const [, incidents = ''] = OPERATING.split('\n## Incidents\n');
  const rows = Array.from(incidents.matchAll(/^\| (?:\*\*)?[^|]*?`([a-z-]+)`/gm), ([, kind = '']) => kind);
  expect([...new Set(rows)].filter((kind) => !ALARM_KINDS.includes(kind as never))).toEqual([]);
  expect(ALARM_KINDS.filter((kind) => !incidents.includes(`\`${kind}\``))).toEqual([]);
});

test('the list of tasks leads to every task of the runbook, and each says when, who, and how to know that it worked', () => {
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-');
  const [preamble, ...titles] = readRunbook().keys();
  const linked = Array.from(OPERATING.matchAll(/\(runbook\.md#([\w-]+)\)/g), ([, target = '']) => target);
  expect(preamble).toBe('In every shell');
  expect([...new Set(linked)].sort()).toEqual(titles.map(anchor).sort());
  for (const chapter of RUNBOOK.split(/^## /m).slice(2))
    expect(chapter.replaceAll('\n', ' ')).toMatch(/\*\*When\*\* .*\*\*Who\*\*/);
});

test('the drills perform tasks of the runbook, and fill in its placeholders', () => {
  const code = globSync('tests/drill/*.ts').map(read).join('\n');
  const tasks = Array.from(code.matchAll(/machine\.task\((['"])(.+?)\1\)/g), ([, , title = '']) => title);
  const values = Array.from(code.matchAll(/'(<[^']+>)'/g), ([, placeholder = '']) => placeholder);
  expect(tasks.length).toBeGreaterThan(5);
  const commands = tasks.flatMap(
    (title) =>
      readRunbook()
        .get(title)
        ?.map((step) => step.commands) ?? ['no such task'],
  );
  expect(commands.filter((block) => block === 'no such task')).toEqual([]);
  expect(values.filter((placeholder) => !commands.join('').includes(placeholder))).toEqual([]);
  const open = commands.flatMap((block) => block.match(/<[a-z][^>\n]*>/g) ?? []);
  expect(open.filter((placeholder) => !values.includes(placeholder))).toEqual([]);
});

test('an output lacks a line that is missing, different, or before the previous one', () => {
  const shown = ['… was written in … s.', '{"status":"ready",…}'];
  expect(missingLine(shown, 'a was written in 1 s.\nmore\n  {"status":"ready","x":1}')).toBeNull();
  expect(missingLine(shown, '{"status":"ready","x":1}\na was written in 1 s.')).toBe(shown[1]);
  expect(missingLine(shown, 'a was written in 1 s, or 2\n{"status":"ready","x":1}')).toBe(shown[0]);
});
