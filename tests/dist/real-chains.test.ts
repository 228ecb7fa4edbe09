import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { type CopiedCommands, copiedCommands, endOf } from '#tests/support/copied-commands.ts';
import { type FakeRpc, startFakeRpc } from '#tests/support/fake-rpc.ts';
import { copyInstalledProject } from '#tests/support/project-copy.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { buildForRealChains, REAL_CHAINS } from './support/build-for-real-chains.ts';
import { type Dist, initialScripts, readDist } from './support/dist.ts';

const { PRESALE_ADDRESS, PUBLIC_X_URL: X_URL, SOURCE_COMMIT: COMMIT } = REAL_CHAINS;
const { PUBLIC_OPERATOR_NAME: OPERATOR, PUBLIC_OPERATOR_OFFICE: OFFICE, PUBLIC_SUPPORT_EMAIL: EMAIL } = REAL_CHAINS;
const KB = 1024;

const folder = sharedFolder();
let dist: Dist;

beforeAll(() => {
  buildForRealChains(folder, 'en');
  dist = readDist(folder);
});

const textsOf = ({ files, text }: Dist) => files.filter((file) => !/\.(?:br|gz)$/.test(file)).map(text);
const everything = () => textsOf(dist);

describe('a build for real chains', () => {
  it('contains no trace of the rehearsal wallet, and the other build contains it', { tags: 'long' }, () => {
    const traces = [
      ...['SYNX Rehearsal Wallet', 'local.synx.rehearsal', '/rehearsal/', 'Rehearsal wallet', 'data-rehearsal'],
      ...['/rehearsal/outage', '/rehearsal-texts/', '/api/testnet/faucet'],
    ];
    const rehearsal = readDist(`${process.cwd()}/dist`);
    const scripts = rehearsal.files.filter((file) => file.endsWith('.js')).map((file) => rehearsal.text(file));
    for (const trace of traces) {
      expect(
        scripts.some((text) => text.includes(trace)),
        trace,
      ).toBe(true);
      for (const text of everything()) expect(text).not.toContain(trace);
    }
    // Nor is the text of its switches in any file.
    const { 'rehearsal.open': open, 'rehearsal.reorg': reorg } = JSON.parse(
      readFileSync('content/i18n/en.json', 'utf8'),
    );
    for (const words of [open, reorg]) {
      expect(rehearsal.files.some((file) => file.endsWith('.json') && rehearsal.text(file).includes(words))).toBe(true);
      for (const text of everything()) expect(text).not.toContain(words);
    }
  });

  it('contains the given presale address and none of the development accounts', () => {
    expect(everything().some((text) => text.includes(PRESALE_ADDRESS))).toBe(true);
    for (const text of everything()) {
      expect(text.toLowerCase()).not.toMatch(/0xa0ee7a142d267c1f3671|0xf39fd6e51aad88f6f4ce/);
      for (const account of DEVELOPMENT_ACCOUNTS) expect(text).not.toContain(account);
    }
    expect(JSON.parse(dist.text('build.json'))).toEqual({
      rehearsal: false,
      presaleAddress: PRESALE_ADDRESS,
      chainIds: CHAIN_IDS,
      settings: {
        PRESALE_ADDRESS: PRESALE_ADDRESS.toLowerCase(),
        PUBLIC_ORIGIN: REAL_CHAINS.PUBLIC_ORIGIN,
        PUBLIC_OPERATOR_NAME: OPERATOR,
        PUBLIC_OPERATOR_OFFICE: OFFICE,
        PUBLIC_SUPPORT_EMAIL: EMAIL,
        PUBLIC_X_URL: X_URL,
      },
      build: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('names its channels in the footer and on the page that verifies them', () => {
    expect(dist.text('index.html')).toMatch(new RegExp(`<a href="${X_URL}"[^>]*>\\s*X`));
    expect(dist.text('verify.html')).toMatch(new RegExp(`<li[^>]*>X\\s*<span[^>]*>${X_URL}<`));
  });

  it('names its operator, and no page says that it has none', () => {
    for (const page of ['index.html', 'terms.html']) {
      expect(dist.text(page)).toContain(`${OPERATOR} · ${OFFICE}`);
      expect(dist.text(page)).toContain(`href="mailto:${EMAIL}"`);
    }
    expect(dist.text('faq.html')).toMatch(new RegExp(`id="error-screen"[^]*href="mailto:${EMAIL}"[^]*</dialog>`));
    expect(dist.text('receipt.html')).toContain(`"issuer":"SYNX · ${OPERATOR} · ${OFFICE} · ${EMAIL}"`);
    for (const text of dist.files.filter((file) => file.endsWith('.html')).map(dist.text))
      expect(text).not.toMatch(/no operator name|operator’s name|nobody you could sue/i);
    expect(dist.text('index.html')).toContain('No audit report and no team names have been published yet.');
    expect(dist.text('index.html')).not.toContain('Who runs this site');
  });

  it('states on every page, and in its manifest, its source commit', () => {
    const pages = dist.files.filter(
      (file) => file.endsWith('.html') && !dist.text(file).includes('http-equiv="refresh"'),
    );
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) expect(dist.text(page), page).toContain(`<meta name="synx-commit" content="${COMMIT}">`);
    const { commit, time } = JSON.parse(dist.text('.well-known/synx-manifest.json'));
    expect({ commit, time }).toEqual({ commit: COMMIT, time: '2026-09-21T14:13:20.000Z' });
  });

  it('contains nothing of the wallet bridge without a project at Reown, and no policy names another origin than public nodes', () => {
    for (const text of everything()) expect(text).not.toMatch(/w3m-modal|web3modal\.org/);
    const policyOf = (page: string) => /content-security-policy" content="([^"]+)"/.exec(dist.text(page))?.[1] ?? '';
    expect(policyOf('staking.html')).toContain("connect-src 'self';");
    expect(policyOf('staking.html')).not.toMatch(/https?:|wss?:|unsafe-inline|frame-src/);
    // The list of coins asks a public node of each network, and the recount does.
    const nodes = CHAIN_IDS.map((chainId) => publicRpc(chainId)).join(' ');
    for (const page of ['index.html', 'verify.html']) {
      expect(policyOf(page)).toContain(`connect-src 'self' ${nodes};`);
      expect(policyOf(page).replace(nodes, '')).not.toMatch(/https?:|wss?:|unsafe-inline|frame-src/);
    }
  });

  it('contains no node address of its chains', () => {
    for (const text of everything()) expect(text).not.toContain('rpc.example');
  });
});

describe('npm run build with an .env of real chains, in another folder', { tags: 'long' }, () => {
  let rpc: FakeRpc;
  let copy: ReturnType<typeof copyInstalledProject>;
  let commands: CopiedCommands;
  let settings: Record<string, string>;
  beforeAll(async () => {
    rpc = await startFakeRpc();
    copy = copyInstalledProject();
    commands = copiedCommands(copy.folder);
    const { SERVE_SITE: _, ...real } = rpc.env;
    settings = {
      ...REAL_CHAINS,
      ...real,
      PRESALE_ADDRESS,
      SYNX_LOCALES: 'en',
      PORT: '0',
      DATA_DIRECTORY: 'own-data',
      RECEIPT_SIGNING_KEY: 'c3'.repeat(32),
      SMTP_URL: 'smtp://user:s3cret@127.0.0.1:1',
      MAIL_FROM: 'news@synx.example',
    };
  });
  afterEach(() => commands.killAll());
  afterAll(async () => {
    await rpc.stop();
    copy.remove();
  });
  const found = (pattern: string) => globSync(pattern, { cwd: copy.folder });

  it('that is half filled in names the missing settings, and builds nothing', { tags: 'long' }, async () => {
    commands.writeEnv({ ...settings, PRESALE_ADDRESS: '', RPC_URL_56: '' });
    const { code, output } = await endOf(commands.npmRun('build'));
    expect(code).toBe(1);
    expect(output).toMatch(/PRESALE_ADDRESS: is missing[\s\S]*RPC_URL_56: is missing/);
    expect(found('dist/**')).toEqual([]);
  });

  it('that names only a public origin is not accidentally a rehearsal', { tags: 'long' }, async () => {
    commands.writeEnv({ PUBLIC_ORIGIN: 'https://synx.example', RPC_URL_1: '' });
    const { code, output } = await endOf(commands.npmRun('build'));
    expect([code, output]).toEqual([1, expect.stringContaining('PRESALE_ADDRESS: is missing')]);
  });

  it('has, also in another time zone and language, the same bytes as the other build', { tags: 'long' }, async () => {
    commands.writeEnv(settings);
    const built = await endOf(commands.npmRun('build', [], { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8' }));
    expect(built, built.output).toMatchObject({ code: 0, last: expect.stringMatching(/^Built the site into dist/) });
    const other = readDist(commands.path('dist'));
    expect(other.files).toEqual(dist.files);
    const differing = dist.files.filter(
      (file) => !readFileSync(join(folder, file)).equals(readFileSync(commands.path(`dist/${file}`))),
    );
    expect(differing).toEqual([]);
  });

  it('contains nothing that is for the server alone', () => {
    for (const text of textsOf(readDist(commands.path('dist')))) {
      for (const secret of ['RPC_URL_1', 'RECEIPT_SIGNING_KEY', 'SMTP_URL'])
        expect(text).not.toContain(settings[secret]);
    }
  });

  it('is what the server with the same .env serves, and no other', { tags: 'long' }, async () => {
    const server = commands.node([commands.path('src/server/main.ts')]);
    const [, url = ''] = await server.prints(/running on (\S+)/);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    // Relative paths are resolved from the project's folder, as for npm commands.
    expect(found('own-data/synx.sqlite')).toHaveLength(1);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);

    const wrong = { PUBLIC_X_URL: 'https://x.com/another', PUBLIC_SUPPORT_EMAIL: 'other@synx.example' };
    commands.writeEnv({ ...settings, ...wrong });
    const refused = await endOf(commands.node([commands.path('src/server/main.ts')]));
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(
      /PUBLIC_SUPPORT_EMAIL: .*built with help@synx\.example, this server has other@synx\.example/,
    );
    expect(refused.output).toMatch(/PUBLIC_X_URL: .*x\.com\/synx_example, this server has https:\/\/x\.com\/another/);
    expect(refused.output).toMatch(/npm run build/);
    expect(refused.output).not.toMatch(/^\s+at /m);
  });

  it('finds it up to date the next time, and refuses to call it a rehearsal', async () => {
    commands.writeEnv(settings);
    expect(await endOf(commands.npmRun('build'))).toMatchObject({ code: 0, last: 'The site in dist is up to date.' });
    const { code, output } = await endOf(commands.npmRun('build', ['--rehearsal']));
    expect([code, output]).toEqual([1, expect.stringContaining('--rehearsal: the settings name real chains')]);
  });
});

describe('before any interaction with the landing page', () => {
  it('no wallet code is loaded', () => {
    const text = initialScripts(dist, 'index.html')
      .map((file) => dist.text(file))
      .join('\n');
    expect(text).not.toMatch(/wagmi|viem@|BaseError|secp256k1/i);
    const all = dist.files
      .filter((file) => file.endsWith('.js'))
      .map((file) => dist.text(file))
      .join('\n');
    expect(all).toMatch(/wagmi/i);
  });

  it('nothing that connects a wallet or switches its network is loaded', () => {
    const text = initialScripts(dist, 'index.html')
      .map((file) => dist.text(file))
      .join('\n');
    expect(text).not.toMatch(/eip6963:requestProvider|eth_accounts|eth_chainId/);
  });

  it('its scripts weigh at most 75 KB', () => {
    const scripts = initialScripts(dist, 'index.html');
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.reduce((sum, file) => sum + dist.weight(file), 0)).toBeLessThanOrEqual(75 * KB);
  });

  it('its HTML weighs at most 22 KB and its CSS at most 14 KB, in every language', () => {
    const full = readDist(`${process.cwd()}/dist`);
    const landings = full.files.filter((file) => /^(?:index|[a-z]{2})\.html$/.test(file));
    expect(landings).toHaveLength(12);
    for (const page of landings) expect(full.weight(page), page).toBeLessThanOrEqual(22 * KB);
    const css = [...full.text('index.html').matchAll(/rel="stylesheet" href="\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(css.reduce((sum, file) => sum + full.weight(file), 0)).toBeLessThanOrEqual(14 * KB);
  });
});

/** Pages on which a wallet acts: they load their islands. */
const WALLET_PAGES = /^(?:index|staking|airdrop|dashboard|voting)\.html$/;

/** Pages that call the API for a visitor without a wallet: each is a tool rather than a text. */
const TOOL_PAGES = /^(?:track|config|verify|receipt)\.html$/;

describe('before any interaction with a page without islands', () => {
  it('its scripts weigh at most 5 KB, those of a tool 20 KB, those in the page included', () => {
    const pages = dist.files.filter((file) => file.endsWith('.html') && !WALLET_PAGES.test(file));
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) {
      const inline = dist.text(page).matchAll(/<script type="module">([\s\S]*?)<\/script>/g);
      const own = [...inline].reduce((sum, [, code = '']) => sum + brotliCompressSync(code).length, 0);
      const files = initialScripts(dist, page).reduce((sum, file) => sum + dist.weight(file), 0);
      expect(files + own, page).toBeLessThanOrEqual((TOOL_PAGES.test(page) ? 20 : 5) * KB);
    }
  });
});
