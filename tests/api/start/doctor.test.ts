import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { SECURITY_HEADERS } from '#src/config/security-headers.ts';
import { examine, type Finding } from '#src/server/ops/doctor/examine.ts';
import { printFindings } from '#src/server/ops/doctor/print-findings.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Result } from '#src/server/platform/util/finding.ts';
import { createDatabase } from '#tests/support/create-database.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { type PublicSite, type SiteAnswer, startPublicSite } from '#tests/support/public-site.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const SEED = 'c3'.repeat(32);
const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let chains: TestChains;
/** Two sources of each chain, in the order of the chains. */
let sources: ChaosProxy[];
let site: PublicSite;
let smtp: SmtpServer;
const folder = sharedFolder();
let good: Readonly<Record<string, string>>;

beforeAll(async () => {
  chains = await startTestChains();
  for (const { chainId } of chains.all) await chains.mine(chainId, 60);
  const urls = chains.all.map(({ rpcUrl }) => rpcUrl);
  sources = await Promise.all(
    urls.flatMap((url, index) => [0, 1].map(() => startChaosProxy(url, urls[(index + 1) % urls.length] ?? url))),
  );
  site = await startPublicSite(DEVELOPMENT_PRESALE_ADDRESS, SEED);
  smtp = await startSmtpServer();
  good = {
    ...Object.fromEntries(
      chains.all.flatMap(({ chainId }, index) => [
        [`RPC_URL_${chainId}`, `${sources[2 * index]?.url},${sources[2 * index + 1]?.url}`],
        [`PRESALE_START_BLOCK_${chainId}`, '1'],
      ]),
    ),
    NODE_ENV: 'production',
    PRESALE_ADDRESS: DEVELOPMENT_PRESALE_ADDRESS,
    PUBLIC_ORIGIN: site.url,
    TRUST_PROXY: '1',
    RECEIPT_SIGNING_KEY: SEED,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'SYNX <news@synx.example>',
    ALERT_EMAIL: 'operator@synx.example',
    PUBLIC_OPERATOR_NAME: 'Example AG',
    PUBLIC_OPERATOR_OFFICE: 'Example Street 1, 6300 Zug',
    PUBLIC_OPERATOR_REGISTER: 'CHE-123.456.789',
    PUBLIC_SUPPORT_EMAIL: 'help@synx.example',
    PUBLIC_X_URL: 'https://x.com/synx_example',
    PUBLIC_GIVEAWAY_URL: 'https://giveaway.example',
    PUBLIC_REOWN_PROJECT_ID: 'ab'.repeat(16),
    SERVE_SITE: 'off',
    DATA_DIRECTORY: join(folder, 'data'),
  };
});
afterAll(async () => {
  await Promise.all([...sources.map((source) => source.stop()), site.stop(), smtp.stop()]);
  await chains.stop();
});
beforeEach(() => {
  site.change = null;
  for (const source of sources) Object.assign(source, { fault: null, change: null });
});

/** Examines the good settings with a few of them replaced; an empty one is left out. */
async function findings(
  settings: Readonly<Record<string, string>> = {},
  more: { now?: number; mailTo?: string; siteDirectory?: string; withinMs?: number } = {},
): Promise<readonly Finding[]> {
  const read = Object.fromEntries(Object.entries({ ...good, ...settings }).filter(([, value]) => value !== ''));
  return examine({ readSettings: () => read, siteDirectory: join(folder, 'nowhere'), now: Date.now(), ...more });
}

/** A service on a free port, by what it does with a connection. */
async function startService(serve: (socket: Socket) => void): Promise<{ host: string; stop: () => void }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const of = (found: readonly Finding[], wanted: Result) =>
  found.filter(({ result }) => result === wanted).map(({ area, says }) => `${area}: ${says}`);

test('of a good deployment nothing is failed, and every remedy comes with its finding', { tags: 'long' }, async () => {
  const found = await findings({}, { mailTo: 'operator@synx.example' });
  expect(of(found, 'failed')).toEqual([]);
  expect(of(found, 'warned')).toEqual([
    ...CHAIN_IDS.map((chainId) => expect.stringMatching(`RPC_URL_${chainId} names two sources`)),
    expect.stringMatching(/not as brotli/),
  ]);
  expect(smtp.received).toEqual([expect.stringContaining('npm run doctor')]);
  const printed = printFindings(found);
  expect(printed).toMatch(/^✓ mail +The mail server 127\.0\.0\.1:\d+ accepts the account\.$/m);
  expect(printed).toMatch(/^! settings +RPC_URL_1 .*\n +→ Name a third one\.$/m);
  expect(printed).toMatch(/\n\n\d+ passed, 4 warned, 0 failed$/);
});

test('what visitors are not told or not offered is the operator’s to know', async () => {
  const unset = ['OPERATOR_NAME', 'SUPPORT_EMAIL', 'X_URL', 'GIVEAWAY_URL', 'REOWN_PROJECT_ID'];
  const found = await findings(Object.fromEntries(unset.map((name) => [`PUBLIC_${name}`, ''])));
  expect(of(found, 'warned')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^settings: Nobody is named as the operator/),
      'settings: Visitors have no contact address, no channel, no giveaway page, no way to connect a wallet on a phone.',
    ]),
  );
});

test('the operator reads who visitors are told sells, and that no register or contact is among it', async () => {
  const told = 'settings: Visitors are told who sells: Example AG · Example Street 1, 6300 Zug';
  const whole = await findings();
  expect(of(whole, 'passed')).toContain(`${told} · CHE-123.456.789 · help@synx.example.`);
  expect(of(whole, 'warned').filter((says) => says.includes('Visitors'))).toEqual([]);
  const short = await findings({ PUBLIC_OPERATOR_REGISTER: '', PUBLIC_SUPPORT_EMAIL: '' });
  expect(of(short, 'passed')).toContain(`${told}.`);
  expect(of(short, 'warned').filter((says) => says.includes('Visitors'))).toEqual([
    'settings: Visitors are told no register of the operator.',
    'settings: Visitors have no contact address.',
  ]);
  const nameless = await findings({ PUBLIC_OPERATOR_OFFICE: '' });
  expect(of(nameless, 'warned')).toContainEqual(expect.stringMatching(/^settings: Nobody is named as the operator/));
});

test('settings that cannot be read are the only findings', async () => {
  const found = await findings({ PORT: 'x', RPC_URL_56: '' });
  expect(of(found, 'failed')).toEqual([
    expect.stringMatching(/^settings: PORT: /),
    expect.stringMatching(/^settings: .*missing: RPC_URL_56/),
  ]);
  expect(found).toHaveLength(2);
});

/** A part of the public site that is not as it should be. */
const header =
  (path: string, name: string, value: string | null) =>
  (asked: string, { headers }: SiteAnswer): void => {
    if (asked !== path) return;
    if (value === null) delete headers[name];
    else headers[name] = value;
  };
const answer =
  (path: string, part: Partial<SiteAnswer>) =>
  (asked: string, given: SiteAnswer): void => {
    if (asked.startsWith(path)) Object.assign(given, part);
  };

describe('planted mistakes of the public site are found:', () => {
  /** Each of these rows is one examination: its mistakes are found next to each other. */
  test.each<[string, readonly (readonly [Result, RegExp, NonNullable<PublicSite['change']>])[]]>([
    [
      'headers and caches',
      [
        ['failed', /no header x-frame-options/, header('/', 'x-frame-options', null)],
        [
          'failed',
          /twice the header referrer-policy/,
          header('/', 'referrer-policy', Array(2).fill(SECURITY_HEADERS['referrer-policy']).join(', ')),
        ],
        ['failed', /no frame-ancestors/, header('/', 'content-security-policy', null)],
        ['failed', /cached by "max-age=86400"/, header('/', 'cache-control', 'max-age=86400')],
        ['failed', /sw\.js may be cached/, header('/sw.js', 'cache-control', 'max-age=60')],
        ['warned', /_astro\/ are not cached/, header('/_astro/a.js', 'cache-control', 'no-cache')],
        ['warned', /Errors of the API may be cached/, header('/api/nowhere', 'cache-control', null)],
      ],
    ],
    [
      'unknown addresses, and a server that is another one',
      [
        ['failed', /\/de\/no-such-page \(404 en\)/, answer('/de/no-such-page', { body: '<html lang="en">' })],
        ['failed', /\/no-such-page \(200 en\)/, answer('/no-such-page', { status: 200 })],
        ['failed', /says it is degraded/, answer('/api/ready', { body: '{"status":"degraded"}' })],
        [
          'failed',
          /names? another address/,
          (path, given) => {
            if (path === '/api/config') given.body = given.body.replace(DEVELOPMENT_PRESALE_ADDRESS, OTHER_ADDRESS);
          },
        ],
        ['failed', /signed by another key/, answer('/api/verify/keys', { body: '{"keys":[]}' })],
        [
          'failed',
          /TRUST_PROXY is 1, and requests/,
          answer('/api/debug/ip', { body: '{"detectedLanguage":"en","country":null}' }),
        ],
      ],
    ],
    [
      'rewritten HTML',
      [['failed', /lacks its own content policy/, answer('/', { body: '<html lang="en">/_astro/a.js' })]],
    ],
    ['an API that is not passed on', [['failed', /does not reach the server/, answer('/api/', { body: '<html>' })]]],
    [
      'a landing page that is not there',
      [['failed', /answers 403, not the landing page/, answer('/', { status: 403 })]],
    ],
  ])('%s', { tags: 'long' }, async (_, mistakes) => {
    site.change = (path, given) => {
      for (const [, , change] of mistakes) change(path, given);
    };
    const found = await findings();
    for (const [result, says] of mistakes)
      expect(of(found, result).filter((line) => line.startsWith('public site'))).toContainEqual(
        expect.stringMatching(says),
      );
  });

  test('a proxy that TRUST_PROXY=none denies', async () => {
    site.change = header('/api/debug/ip', 'via', '1.1 proxy');
    expect(of(await findings({ TRUST_PROXY: 'none' }), 'failed')).toEqual([
      expect.stringMatching(/A proxy is in front, and TRUST_PROXY does not say so/),
    ]);
  });

  test('an address that nobody answers', async () => {
    expect(of(await findings({ PUBLIC_ORIGIN: 'http://127.0.0.1:1' }), 'failed')).toEqual([
      expect.stringMatching(/^public site: http:\/\/127\.0\.0\.1:1 does not answer/),
    ]);
  });
});

describe('a planted mistake of a chain’s sources is found:', () => {
  const failures = async (settings: Readonly<Record<string, string>> = {}) => of(await findings(settings), 'failed');

  test('a source of another chain', async () => {
    Object.assign(sources[0] ?? {}, { fault: 'other-chain' });
    expect(await failures()).toContainEqual(
      expect.stringMatching(/^chain 1: Source 1 of RPC_URL_1 \(127\.0\.0\.1:\d+\) belongs to chain 56/),
    );
  });

  test('a source that does not answer, and a key that is refused, without printing it', async () => {
    Object.assign(sources[3] ?? {}, { fault: 'rate-limited' });
    const secret = `${sources[2]?.url},${sources[3]?.url}/v2/s3cret-key`;
    const found = await findings({ RPC_URL_56: secret });
    expect(of(found, 'failed')).toEqual([
      expect.stringMatching(/^chain 56: Source 2 .* does not answer/),
      expect.stringMatching(/^chain 56: 1 of 2 sources of RPC_URL_56 answer; 2 have to agree/),
      ...Array.from({ length: 5 }, () => expect.stringMatching(/^contracts: .* of chain 56|is on chain 56/)),
    ]);
    expect(printFindings(found)).not.toContain('s3cret');
  });

  test('sources that show different blocks', async () => {
    Object.assign(sources[0] ?? {}, {
      change: ({ method }: { method: string }, given: { result?: unknown }) => {
        if (method === 'eth_getBlockByNumber' && given.result !== null)
          Object.assign(given.result as object, { hash: `0x${'ee'.repeat(32)}` });
      },
    });
    expect(await failures()).toContainEqual(expect.stringMatching(/^chain 1: The sources disagree on block \d+/));
  });

  test('a source without state, without logs, without receipts of blocks, without a finalized block', async () => {
    const refuse = (method: string, param?: string) => (call: { method: string; params: unknown[] }, given: object) => {
      if (call.method !== method || (param !== undefined && call.params[0] !== param)) return;
      Object.assign(given, { result: undefined, error: { code: -32000, message: 'missing trie node' } });
    };
    Object.assign(sources[0] ?? {}, { change: refuse('eth_getBalance') });
    Object.assign(sources[1] ?? {}, { change: refuse('eth_getBlockReceipts') });
    Object.assign(sources[2] ?? {}, { change: refuse('eth_getLogs') });
    Object.assign(sources[4] ?? {}, { change: refuse('eth_getBlockByNumber', 'finalized') });
    const found = await findings();
    expect(of(found, 'warned')).toContainEqual(
      expect.stringMatching(/^chain 1: .* does not serve balances of 3 hours/),
    );
    expect(of(found, 'warned')).toContainEqual(
      expect.stringMatching(/^chain 1: Source 2 .* does not serve the receipts of a whole block/),
    );
    expect(of(found, 'failed')).toEqual([
      expect.stringMatching(/^chain 56: .* does not serve logs of block 1, where the search/),
      expect.stringMatching(/^chain 137: .* does not serve the finalized block/),
    ]);
  });

  test('a first block that the chain does not have yet', async () => {
    expect(await failures({ PRESALE_START_BLOCK_137: '20000000' })).toContainEqual(
      expect.stringMatching(/^chain 137: PRESALE_START_BLOCK_137 is 20000000/),
    );
  });

  test('a chain that does not move, or a clock that runs ahead', async () => {
    const late = of(await findings({}, { now: Date.now() + 600_000 }), 'failed');
    expect(late).toContainEqual(expect.stringMatching(/^chain 1: Source 1 .* has no block newer than \d+ seconds/));
    const early = of(await findings({}, { now: Date.now() - 600_000 }), 'failed');
    expect(early).toContainEqual(expect.stringMatching(/^chain 1: Source 1 .* a block \d+ seconds in the future/));
  });

  test('a presale address that is a contract on one chain only', async () => {
    await chains.client(56).setCode({ address: DEVELOPMENT_PRESALE_ADDRESS, bytecode: '0x60016002' });
    const found = await failures();
    await chains.client(56).setCode({ address: DEVELOPMENT_PRESALE_ADDRESS, bytecode: '0x' });
    expect(found).toEqual([
      expect.stringMatching(/^contracts: PRESALE_ADDRESS is a contract on chain 56 and not on 1, 137/),
    ]);
  });

  test('a token that is another contract', async () => {
    for (const source of sources.slice(0, 2))
      source.change = ({ method, params }, given) => {
        const { data } = (params[0] ?? {}) as { data?: string };
        if (method === 'eth_call' && data === '0x313ce567') given.result = `0x${'0'.repeat(62)}09`;
      };
    expect(await failures()).toContainEqual(expect.stringMatching(/^contracts: The token \w+ of chain 1 is not/));
  });
});

describe('a planted mistake of this machine is found:', () => {
  test('a mail server that refuses, or is not there', async () => {
    expect(of(await findings({ SMTP_URL: 'smtp://127.0.0.1:1' }), 'failed')).toEqual([
      expect.stringMatching(/^mail: The mail server 127\.0\.0\.1:1 refuses/),
    ]);
    const strict = await startSmtpServer('550 no such user');
    const found = await findings({ SMTP_URL: strict.url }, { mailTo: 'nobody@synx.example' });
    await strict.stop();
    expect(of(found, 'failed')).toEqual([
      expect.stringMatching(/^mail: A message to nobody@synx\.example was refused/),
    ]);
  });

  test('a mail server that never ends its answer, and a PostgreSQL that falls silent, hide no other finding (S22)', async () => {
    const mail = await startService((socket) => {
      const more = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.once('close', () => clearInterval(more)).write('220 here\r\n');
    });
    // Its user is welcome, and ready for a query.
    const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
    const postgres = await startService((socket) => socket.once('data', () => socket.write(welcome)));
    const settings = { SMTP_URL: `smtp://${mail.host}`, DATABASE_URL: `postgres://synx@${postgres.host}/synx` };
    const found = await findings(settings, { withinMs: 3_000 });
    expect(of(found, 'failed')).toEqual(
      ['claims', 'database', 'backup', 'mail'].map(
        (area) => `${area}: This could not be checked: no answer in 3000 ms`,
      ),
    );
    expect(of(found, 'passed').filter((says) => says.startsWith('chain'))).toHaveLength(3);
    for (const { stop } of [mail, postgres]) stop();
  });

  test('a site that was built as a rehearsal', async () => {
    const siteDirectory = join(folder, 'dist');
    mkdirSync(siteDirectory, { recursive: true });
    const built = { rehearsal: true, presaleAddress: DEVELOPMENT_PRESALE_ADDRESS, build: 'a'.repeat(16) };
    writeFileSync(join(siteDirectory, 'build.json'), JSON.stringify(built));
    const found = await findings({ SERVE_SITE: '' }, { siteDirectory });
    expect(of(found, 'failed')).toEqual([expect.stringMatching(/^release: .*it is a rehearsal/)]);
    expect(of(found, 'warned')).toContainEqual(
      expect.stringMatching(/^public site: The public site is build b+, dist\/ is a+/),
    );
  });

  test('a database of another sale, and a damaged one', async () => {
    const directory = join(folder, 'foreign');
    const database = await openDatabase(join(directory, 'synx.sqlite'));
    await database.db
      .insertInto('settings')
      .values({ key: 'network', value: `live ${OTHER_ADDRESS}` })
      .execute();
    await database.close();
    const found = await findings({ DATA_DIRECTORY: directory });
    expect(of(found, 'failed')).toEqual([expect.stringMatching(/^database: The database belongs to "live 0x7099/)]);
    expect(of(found, 'warned')).toContainEqual(expect.stringMatching(/^backup: No backup has been made/));
    writeFileSync(join(directory, 'synx.sqlite'), 'no database at all, but longer than a header '.repeat(50));
    expect(of(await findings({ DATA_DIRECTORY: directory }), 'failed')).toEqual([
      expect.stringMatching(/^database: .* cannot be read: file is not a database/),
    ]);
  });

  test('a data directory that other users of the machine can read', async () => {
    const directory = join(folder, 'readable');
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    const told = expect.stringMatching(/^database: Every user of this machine can read .*readable\.$/);
    expect(of(await findings({ DATA_DIRECTORY: directory }), 'warned')).toContainEqual(told);
    chmodSync(directory, 0o750);
    expect(of(await findings({ DATA_DIRECTORY: directory }), 'warned')).not.toContainEqual(told);
  });

  test('sources of one provider, alarms without a reader, wallets without a proof', async () => {
    const [url] = sources.map((source) => source.url);
    const found = await findings({ RPC_URL_1: `${url}/a,${url}/b`, ALERT_EMAIL: '', WALLET_PROOF: 'off' });
    expect(of(found, 'failed')).toEqual([expect.stringMatching(/^settings: WALLET_PROOF is off/)]);
    expect(of(found, 'warned')).toContainEqual(expect.stringMatching(/^settings: All sources of RPC_URL_1 are at/));
    expect(of(found, 'warned')).toContainEqual(expect.stringMatching(/^settings: ALERT_EMAIL is not set/));
  });

  test('a PostgreSQL that is not there, may lose commits, or belongs to another sale', async (context) => {
    const database = await createDatabase('schema');
    if ('unavailable' in database) return context.skip(database.unavailable);
    const failures = async (url: string) => of(await findings({ DATABASE_URL: url }), 'failed');
    expect(await failures(database.url)).toEqual([]);
    expect(await failures('postgres://synx:s3cret@127.0.0.1:1/synx')).toEqual([
      expect.stringMatching(/^database: PostgreSQL at 127\.0\.0\.1:1 cannot be asked/),
    ]);
    const { href: gone } = new URL('postgres://synx:s3cret@127.0.0.1:1/synx');
    const behind = { DATABASE_URL: gone, DATABASE_DIRECT_URL: database.url, DATABASE_READ_URL: database.url };
    const pooled = await findings(behind);
    expect(of(pooled, 'failed')).toEqual([expect.stringMatching(/^database: PostgreSQL at 127\.0\.0\.1:1 cannot be/)]);
    expect(of(pooled, 'warned')).toContainEqual(expect.stringMatching(/^database: DATABASE_READ_URL is no replica/));
    const name = new URL(database.url).pathname.slice(1);
    await execute(database.url, `alter database ${name} set synchronous_commit = off`);
    await execute(database.url, `insert into settings (key, value) values ('network', 'live ${OTHER_ADDRESS}')`);
    expect(await failures(database.url)).toEqual([
      expect.stringMatching(/^database: synchronous_commit is off/),
      expect.stringMatching(/^database: The database belongs to/),
    ]);
    await database.drop();
  });
});
