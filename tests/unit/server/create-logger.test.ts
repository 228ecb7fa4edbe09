import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '#src/server/platform/util/create-logger.ts';

test('an answer of a megabyte, quoted by an error and by those around it, is logged by its beginning (S26)', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const quoted = `https://node.example/s3cret ${'x'.repeat(1_000_000)}`;
  const cause = Object.assign(new Error(quoted), { details: quoted, data: [quoted, { quoted }] });
  logger.warn({ err: Object.assign(new Error(quoted, { cause }), cause) }, 'a chain cannot be read');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(20_000);
  expect(lines[0]).toContain('https://node.example/…');
  expect(lines[0]).not.toContain('s3cret');
});

test('no text of a source, and no name in it, is an order to the terminal that shows the log (S26)', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const trick = '\u001b[2J\u009b2J\u0085\u202e\u2028 612 payments\ud800';
  logger.warn({ err: Object.assign(new Error(trick), { data: { [trick]: [trick] } }), what: trick }, trick);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\p{Cc}\p{Cs}\u2028-\u202e]*\n$/u);
  expect(JSON.stringify(JSON.parse(lines[0] ?? '').err)).not.toMatch(/\\u/);
  expect(JSON.parse(lines[0] ?? '').err.message).toContain('[2J\ufffd2J\ufffd\ufffd\ufffd 612 payments\ufffd');
});

describe('a log that nobody reads', () => {
  const LINES = 20_000;
  const LOG = `import { createLogger } from '#src/server/platform/util/create-logger.ts';
    const log = createLogger('info');
    const write = (count) => { for (let i = 0; i < count; i += 1) log.info({ i, text: 'x'.repeat(100) }); };`;
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function run(code: string) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', `${LOG}\n${code}`]);
    children.push(child);
    const ended = once(child, 'exit').then(([exit]) => exit as number | null);
    return { child, said: once(child.stderr, 'data').then(String), ended };
  }

  async function read({ stdout }: ReturnType<typeof run>['child']): Promise<Record<string, unknown>[]> {
    return (await text(stdout))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  test('holds nobody up, and is told how many lines it lacks when it is read again (S26)', async () => {
    const { child, said, ended } = run(`
      write(${LINES});
      log.fatal('an alarm');
      process.stderr.write('goes on');
      process.stdin.once('data', () => { log.info('the last'); process.exit(3); });`);
    expect(await said).toBe('goes on');
    let seen = '';
    child.stdout.on('data', (part) => {
      seen += part;
      // Once: the process can have ended by the next part.
      if (child.stdin.writable && seen.includes('missing')) child.stdin.end('end');
    });
    const lines = await read(child);
    const [gap, last] = lines.splice(-2);
    const kept = lines.filter(({ i }) => i !== undefined).map(({ i }) => i);
    expect(kept).toEqual(kept.map((_, index) => index));
    expect(gap).toMatchObject({ msg: 'nobody read the log: lines are missing', lines: LINES + 1 - lines.length });
    expect([last?.msg, await ended]).toEqual(['the last', 3]);
  });

  test('does not keep the process from its end', async () => {
    const { ended } = run(`write(${LINES}); process.exit(3);`);
    expect(await ended).toBe(3);
  });

  test.each([['process.exit(1)'], ['throw new Error()']])('the last lines before %s are not lost', async (end) => {
    const { child, ended } = run(`write(3_000); log.fatal('the last'); ${end};`);
    const lines = await read(child);
    expect([lines.length, lines.at(-1)?.msg, await ended]).toEqual([3_001, 'the last', 1]);
  });
});
