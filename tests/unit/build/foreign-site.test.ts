import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MANIFEST_FILE, SIGNATURE_FILE } from '#src/build/build-manifest.ts';
import { buildEnvironment } from '#src/build/verify/build-environment.ts';
import { compareSite } from '#src/build/verify/compare-site.ts';
import { readPublishedBuild } from '#src/build/verify/published-build.ts';
import { rebuild } from '#src/build/verify/rebuild.ts';
import { NO_RECORD, recordHash } from '#src/lib/hash/record-chain.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { printable, printableLines } from '#src/lib/text/printable.ts';
import { checkOrigin } from '#src/server/ops/doctor/check-origin.ts';
import { printFindings } from '#src/server/ops/doctor/print-findings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { signingKey } from '#src/server/platform/keys/signing-key.ts';
import { readPublishedRecords } from '#src/server/platform/records/published-records.ts';
import { collect, failed } from '#src/server/platform/util/finding.ts';
import { startChild } from '#tests/support/child.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const ROOT = process.cwd();
const HEAD = git(ROOT, 'rev-parse', 'HEAD');
/** What no line of output may contain: a terminal would obey it, or show a line in another order. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the tests look for them
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
const TRICK = '\u001b[2J\u009b2K\u202e\r\n612 files are those of commit 1, 0 are not.\n';

let server: Server;
let site: string;
const folder = sharedFolder();
/** The answers of the site by path: a body, the address of a redirect, or what writes one. */
let answers: Record<string, unknown>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else if (answer instanceof URL) response.writeHead(302, { location: answer.href }).end();
    else if (typeof answer === 'function') answer(response);
    else if (answer instanceof Buffer) {
      // As much as the reader takes.
      const more = () => {
        while (!response.destroyed && response.write(answer));
      };
      response.on('drain', more);
      more();
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  answers = {};
});

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}

/** A site that states a commit of this repository. */
function publish(build: object = {}, manifest: object = {}): void {
  const settings = { PUBLIC_ORIGIN: site };
  answers['/build.json'] = { rehearsal: true, presaleAddress: '', settings, ...build };
  answers[`/${MANIFEST_FILE}`] = { build: 'c3'.repeat(8), version: '1.0.0', commit: HEAD, files: {}, ...manifest };
}

/** Publishes a key, and returns as many times the same root, which it signed. */
function signedRoots(count: number): readonly object[] {
  const { id, publicKey, sign } = signingKey(Buffer.alloc(32, 7));
  const key = { id, publicKey, status: 'current', validFrom: '', validUntil: null };
  answers['/api/verify/keys'] = { algorithm: 'Ed25519', keys: [key] };
  const fixed = { type: 'synx-record-root', version: 1, kind: 'votes', day: '9999-12-31', first: 1, last: 1 };
  const payload = { ...fixed, root: NO_RECORD, head: NO_RECORD };
  return Array(count).fill({ payload, algorithm: 'Ed25519', keyId: id, signature: sign(payload) });
}

async function run(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = startChild([join(ROOT, 'src', command), ...args], {});
  const { code } = await child.ended;
  return { code, output: child.output() };
}

describe('the person who compares a site with its source runs nothing that the site names (S21):', () => {
  test.each<[string, object, RegExp]>([
    ['the path of programs', { settings: { PATH: '/tmp' } }, /settings that no site has.*: PATH$/m],
    ['a name of every object', { settings: { constructor: 'a' } }, /settings that no site has.*: constructor$/m],
    ['a setting of the build itself', { settings: { SOURCE_COMMIT: '--help' } }, /no site has.*: SOURCE_COMMIT$/m],
    ['a link that is code', { settings: { PUBLIC_X_URL: 'javascript:alert(1)' } }, /PUBLIC_X_URL: must be an https/],
    ['a second line', { settings: { PUBLIC_X_URL: 'https://x.example/\n<b>' } }, /PUBLIC_X_URL contains characters/],
    ['an address that is none', { rehearsal: false, presaleAddress: '$(id)' }, /PRESALE_ADDRESS: /],
  ])('%s is refused by name, before anything is built', async (_what, build, said) => {
    publish(build);
    const failure = await readPublishedBuild(site).catch(({ message }: Error) => message);
    expect(failure).toMatch(said);
  });

  test('a setting that Node obeys', async () => {
    const marker = join(folder, 'taken');
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    publish({ settings: { NODE_OPTIONS, PUBLIC_ORIGIN: site } });
    const { code: exit, output } = await run('build/verify-site.ts', site);
    expect(existsSync(marker)).toBe(false);
    expect([exit, output]).toEqual([1, expect.stringContaining('NODE_OPTIONS')]);
    expect(output).not.toContain('Building');
  });

  test('nor what the own environment would run in a build', () => {
    const own = { PATH: '/usr/bin', HOME: '/root', NODE_OPTIONS: '--import=x', LD_PRELOAD: 'x', GIT_DIR: 'x' };
    const settings = { PUBLIC_ORIGIN: site, PATH: '/tmp' };
    expect(
      buildEnvironment({ ...own, PUBLIC_X_URL: 'https://own.example', RECEIPT_SIGNING_KEY: 'x' }, settings),
    ).toEqual({
      PATH: '/usr/bin',
      HOME: '/root',
      PUBLIC_ORIGIN: site,
      SYNX_ENV_FILE: 'none',
      ASTRO_TELEMETRY_DISABLED: '1',
    });
  });

  test('nor a commit that is an option of git, or of a branch that was only fetched', async () => {
    const repository = join(folder, 'repository');
    git(folder, 'init', '--quiet', repository);
    const commit = (...options: string[]) => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
      git(repository, ...who, 'commit', '--quiet', '--allow-empty', '--message', 'a', ...options);
      return git(repository, 'rev-parse', 'HEAD');
    };
    commit();
    const merged = commit();
    git(repository, 'checkout', '--quiet', '--detach');
    const fetched = commit();
    git(repository, 'checkout', '--quiet', '-');
    const stating = async (stated: string, named?: string) => {
      publish({}, { commit: stated });
      return rebuild(repository, named, await readPublishedBuild(site)).catch(({ message }: Error) => message);
    };
    const marker = join(folder, 'written');
    expect(await stating(`--output=${marker}`)).toContain('states no commit');
    expect(await stating('HEAD')).toContain('states no commit');
    expect(await stating(fetched)).toContain('not in the history of the checked-out one');
    // These are tried: the first thing that is read of them is the list of their packages, which this one lacks.
    expect(await stating(merged)).toContain('package-lock.json');
    expect(await stating(merged, fetched)).toContain('package-lock.json');
    expect(await stating(merged, `--output=${marker}`)).toContain('has no commit');
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a site cannot write on the terminal of the person who asks it (S21):', () => {
  test('npm run verify shows each of its texts within one line', async () => {
    publish({}, { version: TRICK, build: TRICK, commit: null, files: { [`${TRICK}.html`]: '' } });
    const empty = mkdtempSync(join(folder, 'dist-'));
    writeFileSync(join(empty, 'a.txt'), 'a');
    const { code, output } = await run('build/verify-site.ts', site, '--dist', empty);
    expect(code).toBe(1);
    expect(output).not.toMatch(CONTROLS);
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:.* states build .*612 files are .*, commit unknown\.$/),
      expect.stringMatching(/^ {2}PUBLIC_ORIGIN=/),
      expect.stringMatching(/^✗ .*612 files/),
      expect.stringMatching(/^✗ a\.txt is not served/),
      expect.stringMatching(/^0 files are those in .*, 2 are not\.$/),
    ]);
  });

  test.each<[string, object, object]>([
    ['its commit', {}, { commit: TRICK }],
    ['its commit of changed files', {}, { commit: `1234567-dirty${TRICK}` }],
    ['the name of a setting', { settings: { [TRICK]: '' } }, {}],
    ['the name of a file', {}, { files: { [TRICK]: 1 } }],
  ])('npm run verify shows %s within one line when it refuses it', { tags: 'long' }, async (_what, build, manifest) => {
    publish(build, manifest);
    const { code, output } = await run('build/verify-site.ts', site);
    expect([code, output]).toEqual([1, expect.stringContaining('612 files')]);
    expect(output).not.toMatch(CONTROLS);
    expect(output).not.toMatch(/^612 files/m);
  });

  test.each(['build/verify-site.ts', 'server/verify-records.ts'])(
    '%s quotes what is no JSON in one line',
    async (command) => {
      for (const path of ['/build.json', `/${MANIFEST_FILE}`, '/api/verify/keys'])
        answers[path] = (response: ServerResponse) => response.end('x\n612 files');
      const { code, output } = await run(command, site);
      expect([code, output]).toEqual([1, expect.stringContaining('612')]);
      expect(output).not.toMatch(/^612/m);
    },
  );

  test('npm run verify names no more faults than a person can read', async () => {
    const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}.html`, '']));
    publish({}, { files });
    const { output } = await run('build/verify-site.ts', site, '--dist', mkdtempSync(join(folder, 'dist-')));
    expect(output.split('\n').length).toBeLessThan(300);
    expect(output).toContain('0 files are those in');
    expect(output).toContain('5000 are not.');
  });

  test('npm run records quotes refused data without obeying it', async () => {
    answers['/api/verify/keys'] = { algorithm: 'Ed25519', keys: [] };
    answers['/api/records/roots'] = { roots: [], next: null };
    answers['/api/records/news?after=0'] = {
      kind: 'news',
      total: 0,
      head: TRICK,
      next: null,
      records: [{ [TRICK]: 1 }],
    };
    const { code, output } = await run('server/verify-records.ts', site);
    expect([code, output.length > 0]).toEqual([1, true]);
    expect(output).not.toMatch(CONTROLS);
  });

  test('npm run doctor quotes nodes and servers without obeying them', () => {
    const printed = printFindings([
      { area: 'chain 1', ...failed(`Source 1 does not answer: ${TRICK}`, `See ${TRICK}`) },
    ]);
    expect(printed).not.toMatch(CONTROLS);
    expect(printed.split('\n')).toHaveLength(4);
  });

  test('a text remains readable in every language', () => {
    expect(printable('Größe 价格 السعر मूल्य e\u0301 👩‍👧 a\u200db')).toBe('Größe 价格 السعر मूल्य e\u0301 👩‍👧 a\u200db');
    expect(printable('a\r\n\tb\u001b[2J\u009b\ud800\u2028')).toBe('a b\ufffd[2J\ufffd\ufffd\ufffd');
    expect(printableLines('a\nb\u0007')).toBe('a\nb\ufffd');
  });
});

describe('a site cannot lead the programs that read it elsewhere, or without end (S21):', () => {
  const PATHS = ['/build.json', `/${MANIFEST_FILE}`, `/${SIGNATURE_FILE}`, '/api/verify/keys', '/api/records/roots'];
  const COMMANDS: readonly (readonly [string, ...string[]])[] = [
    ['build/verify-site.ts'],
    ['build/sign-site.ts', '--public-key', Buffer.alloc(32, 7).toString('base64url')],
    ['server/verify-records.ts'],
  ];

  test.each(COMMANDS)('%s follows no redirect and names its target', async (command, ...args) => {
    let asked = 0;
    const inside = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
    for (const path of PATHS) answers[path] = new URL('/secret', target);
    const { code, output } = await run(command, site, ...args);
    await new Promise((resolve) => inside.close(resolve));
    expect([code, asked]).toEqual([1, 0]);
    expect(output).toContain('answers 302');
    expect(output).toContain(target);
  });

  test.each<[string, number, Record<string, string>]>([
    ['a redirect', 302, { location: 'https://other.example/' }],
    ['a header that loads another page', 200, { refresh: '0;url=https://other.example/' }],
    ['a header that loads a style', 200, { link: '<https://other.example/a.css>; rel=stylesheet' }],
    ['a question for a name and a password', 401, { 'www-authenticate': 'Basic realm="SYNX"' }],
    ['the same, escaped', 200, { link: '<https://other.example/a.css>; rel="style\\sheet"' }],
  ])('visitors are not led elsewhere by %s around a body that is right', async (_what, status, headers) => {
    const body = 'right';
    answers['/'] = (response: ServerResponse) => response.writeHead(status, headers).end(body);
    answers['/404'] = (response: ServerResponse) => response.writeHead(404).end(body);
    const hash = createHash('sha256').update(body).digest('hex');
    const { same, faults } = await compareSite(site, { 'index.html': hash, '404.html': hash }, {});
    expect([same, faults]).toEqual([1, [expect.stringMatching(/^index\.html .*(?:302|401|refresh|link)/)]]);
  });

  test.each(COMMANDS)('%s stops reading an answer without end', async (command, ...args) => {
    for (const path of PATHS) answers[path] = Buffer.alloc(1024 * 1024, ' ');
    const { code, output } = await run(command, site, ...args);
    expect([code, output]).toEqual([1, expect.stringMatching(/answers more than 16777216 bytes/)]);
  });

  test('an answer in a million parts takes no more memory than one in a single part', { tags: 'long' }, async () => {
    const part = Buffer.from('1\r\n \r\n'.repeat(10_000));
    answers['/api/verify/keys'] = ({ socket }: ServerResponse) => {
      socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n');
      for (let index = 0; index < 100; index += 1) socket?.write(part);
      socket?.end('1\r\nx\r\n0\r\n\r\n');
    };
    const child = startChild(['--max-old-space-size=96', join(ROOT, 'src/server/verify-records.ts'), site], {});
    expect(await child.ended).toEqual({ code: 1, signal: null });
    expect(child.output()).toMatch(/not valid JSON/);
  });

  test('a page that repeats its beginning does not hold npm run doctor up', async () => {
    const page = (text: string) => (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(text.repeat(60_000));
    answers['/'] = page('<meta');
    answers['/no-such-page'] = page('<html');
    const findings = await collect(checkOrigin({ PUBLIC_ORIGIN: site } as Env, null));
    expect(findings.length).toBeGreaterThan(3);
  });

  test('a site whose limits refuse a reader for a moment is read to the end, and one that goes on is not', async () => {
    let refusals = 2;
    const limited = (response: ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end();
    answers['/api/verify/keys'] = { algorithm: 'Ed25519', keys: [] };
    answers['/api/records/roots'] = (response: ServerResponse) => {
      refusals -= 1;
      if (refusals >= 0) limited(response);
      else response.end(JSON.stringify({ roots: [], next: null }));
    };
    expect(await readPublishedRecords(site).roots('votes')).toEqual([]);
    answers['/api/verify/keys'] = limited;
    await expect(readPublishedRecords(site).roots('votes')).rejects.toThrow('answers 429');
  });

  test('records whose pages lead back, or are empty, are not read for ever', async () => {
    const record = { kind: 'votes', number: 1, at: '2026-01-01T00:00:00.000Z', previous: NO_RECORD };
    const entry = { record, hash: recordHash(record) };
    const read = (records: readonly (typeof entry)[], next: number) => {
      const page = { records, next, total: 9, head: NO_RECORD };
      return verifyRecords({ page: async () => page, roots: async () => [] }, 'votes');
    };
    expect((await read([entry], 1)).problems).toContain('votes: the page after 1 claims to follow 1');
    expect((await read([], 0)).problems).toContain('votes: the page after 0 claims to follow 0');
    const roots = { roots: signedRoots(30), next: '2026-01-01' };
    answers['/api/records/roots'] = roots;
    answers['/api/records/roots?before=2026-01-01'] = roots;
    await expect(readPublishedRecords(site).roots('votes')).rejects.toThrow('claim to follow 2026-01-01');
  });

  test('records in more pages than they fill, and roots and keys without end, are not read for hours', async () => {
    const source = () => readPublishedRecords(site);
    const pagesOfOne = (length: number, ...nexts: readonly (number | null)[]) => {
      for (const [after, next] of nexts.entries()) {
        const fixed = { type: 'synx-record', version: 1, kind: 'news', number: after + 1, previous: NO_RECORD };
        const data = { version: 'a'.repeat(length), build: 'b' };
        const record = { ...fixed, at: '2026-01-01T00:00:00.000Z', event: 'build-released', data };
        const head = { kind: 'news', total: 9, head: NO_RECORD };
        answers[`/api/records/news?after=${after}`] = {
          ...head,
          next,
          records: [{ record, hash: recordHash(record) }],
        };
      }
    };
    answers['/api/verify/keys'] = { algorithm: 'Ed25519', keys: [] };
    answers['/api/records/roots'] = { roots: [], next: null };
    pagesOfOne(100, 1, 2);
    await expect(verifyRecords(source(), 'news')).rejects.toThrow('ends with 1 could hold more');
    // No page holds two of these.
    pagesOfOne(30_000, 1, null);
    expect((await verifyRecords(source(), 'news')).records).toBe(2);

    const refusal = async (roots: number) => {
      answers['/api/records/roots'] = { roots: signedRoots(roots), next: '9999-12-30' };
      const { message } = (await source()
        .roots('votes')
        .catch((error: Error) => error)) as Error;
      return message;
    };
    expect(await refusal(0)).toBe('a page of 0 roots claims that others follow');
    expect(await refusal(29)).toBe('a page of 29 roots claims that others follow');
    expect(await refusal(30)).toContain('before=9999-12-30 answers 404');
    expect(await refusal(32_941)).toBe('the site publishes more than 32940 roots');
    const { keys } = answers['/api/verify/keys'] as { keys: readonly object[] };
    answers['/api/verify/keys'] = { algorithm: 'Ed25519', keys: Array(101).fill(keys[0]) };
    await expect(source().roots('votes')).rejects.toThrow('the site names 101 keys');
  });
});
