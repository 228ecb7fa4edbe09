import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeSite, readSiteEnv } from '#src/build/site-env.ts';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { siteToServe, WrongSiteError } from '#src/server/platform/env/site-to-serve.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const LOCAL = {
  presaleAddress: DEVELOPMENT_PRESALE_ADDRESS,
  chains: CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl: 'http://127.0.0.1' })),
};
const PUBLIC = {
  PRESALE_ADDRESS: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  PUBLIC_ORIGIN: 'https://synx.example',
  PUBLIC_SUPPORT_EMAIL: 'help@synx.example',
  PUBLIC_OPERATOR_NAME: 'Example AG',
  PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug',
  PUBLIC_OPERATOR_REGISTER: 'CHE-123.456.789',
  PUBLIC_SECURITY_CONTACT: 'mailto:security@synx.example',
  PUBLIC_SERVICE_WORKER: 'off',
  PUBLIC_REOWN_PROJECT_ID: 'ab'.repeat(16),
  PUBLIC_REOWN_RELAY_URL: 'wss://relay.example',
  PUBLIC_COMMUNITY_URL: 'https://community.example',
  PUBLIC_X_URL: 'https://x.com/synx_example',
  PUBLIC_CHANNEL_URL: 'https://channel.example',
  PUBLIC_YOUTUBE_URL: 'https://youtube.com/@synx',
  PUBLIC_GIVEAWAY_URL: 'https://giveaway.example',
  PUBLIC_CLAIMS: `137:0x${'c'.repeat(40)}:0x${'d'.repeat(40)}`,
  PUBLIC_CLAIMS_AUDIT: `0x${'a1'.repeat(32)}`,
  PUBLIC_LIST_MIRRORS: 'https://mirror.example/Synx/',
};
/** A supply table without which no build has PUBLIC_CLAIMS. */
const SUPPLY = [{ purpose: 'All', address: `0x${'e'.repeat(40)}`, amount: '1110000000' }];
const SECRET = Object.fromEntries(
  CHAIN_IDS.flatMap((id) => [
    [`RPC_URL_${id}`, `https://one.example/key-${id},https://two.example/key-${id}`],
    [`PRESALE_START_BLOCK_${id}`, '1'],
  ]),
);
const live = (more: NodeJS.ProcessEnv = {}) => readEnv({ ...SECRET, ...PUBLIC, TRUST_PROXY: 'none', ...more });
const rehearsal = (more: NodeJS.ProcessEnv = {}) => readEnv(more, LOCAL);

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

/** A folder in the state a build with these settings leaves it. */
function builtWith(settings: NodeJS.ProcessEnv): string {
  return write({ ...describeSite(readSiteEnv(settings, SUPPLY)), build: '0123456789abcdef' });
}
function write(build: object): string {
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  return folder;
}
function refusal(env: ReturnType<typeof readEnv>): string {
  try {
    siteToServe(folder, env);
  } catch (error) {
    if (error instanceof WrongSiteError) return error.message;
    throw error;
  }
  return '';
}

describe('the built site is served', () => {
  test('if it was built with the public settings of the server, with or without secrets', () => {
    expect(Object.keys(PUBLIC).sort()).toEqual([...SITE_SETTINGS].sort());
    expect(siteToServe(builtWith(PUBLIC), live())).toBe(folder);
    expect(siteToServe(builtWith({ ...PUBLIC, ...SECRET }), live())).toBe(folder);
  });

  test('if address and origin are the same in another spelling', () => {
    builtWith({
      ...PUBLIC,
      PRESALE_ADDRESS: PUBLIC.PRESALE_ADDRESS.toLowerCase(),
      PUBLIC_ORIGIN: 'https://synx.example/',
    });
    expect(siteToServe(folder, live())).toBe(folder);
  });

  test('in a rehearsal on any port and with any links, even from a build that lists nothing', () => {
    builtWith({});
    for (const more of [
      {},
      { PORT: '5000' },
      { PUBLIC_X_URL: 'https://x.com/a', PUBLIC_ORIGIN: 'http://localhost:5000' },
    ])
      expect(siteToServe(folder, rehearsal(more))).toBe(folder);
    write({ rehearsal: true, presaleAddress: DEVELOPMENT_PRESALE_ADDRESS, build: '0123456789abcdef' });
    expect(siteToServe(folder, rehearsal())).toBe(folder);
  });
});

test('without a site, or with SERVE_SITE=off, only the API answers', () => {
  expect(siteToServe(null, live())).toBeNull();
  expect(siteToServe(join(folder, 'nowhere'), live())).toBeNull();
  expect(siteToServe(builtWith({}), live({ SERVE_SITE: 'off' }))).toBeNull();
});

describe('the server does not start with', () => {
  test('a rehearsal, if chains are real', () => {
    builtWith({});
    expect(refusal(live())).toMatch(/it is a rehearsal.*\n.*npm run build.*SERVE_SITE=off/);
  });

  test('a site of real chains, if they are local', () => {
    builtWith(PUBLIC);
    expect(refusal(rehearsal())).toMatch(/for real chains, and this server is a rehearsal/);
    write({ rehearsal: false, presaleAddress: PUBLIC.PRESALE_ADDRESS });
    expect(refusal(rehearsal())).toMatch(/for real chains/);
  });

  test.each(SITE_SETTINGS)('a site built with another %s, which it names with both values', (name) => {
    const other = {
      PRESALE_ADDRESS: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      PUBLIC_SUPPORT_EMAIL: 'other@synx.example',
      PUBLIC_SERVICE_WORKER: undefined,
      PUBLIC_REOWN_PROJECT_ID: 'cd'.repeat(16),
      PUBLIC_REOWN_RELAY_URL: 'wss://other.example',
      PUBLIC_CLAIMS: `56:0x${'c'.repeat(40)}:0x${'d'.repeat(40)}`,
      PUBLIC_CLAIMS_AUDIT: `0x${'b2'.repeat(32)}`,
      PUBLIC_LIST_MIRRORS: 'https://other.example/',
    };
    const value = name in other ? other[name as keyof typeof other] : 'https://other.example';
    builtWith({ ...PUBLIC, [name]: value });
    const spelt = (text: string) => (name === 'PRESALE_ADDRESS' ? text.toLowerCase() : text);
    const lines = refusal(live()).split('\n');
    expect(lines.filter((line) => line.startsWith('  - '))).toEqual([
      `  - ${name}: the site was built with ${spelt(value ?? 'none')}, this server has ${spelt(PUBLIC[name])}`,
    ]);
  });

  test('a site that has a setting which the server lacks', () => {
    builtWith(PUBLIC);
    expect(refusal(live({ PUBLIC_GIVEAWAY_URL: '' }))).toContain('giveaway.example, this server has none');
  });

  test('a site of other chains', () => {
    write({ ...describeSite(readSiteEnv(PUBLIC, SUPPLY)), chainIds: [1, 56] });
    expect(refusal(live())).toContain(`chains: the site was built with 1, 56, this server has ${CHAIN_IDS.join(', ')}`);
  });

  test.each([
    ['of an earlier version', { rehearsal: false, presaleAddress: PUBLIC.PRESALE_ADDRESS, build: '0123456789abcdef' }],
    ['that says something else', { what: 'ever' }],
  ])('a build.json %s, if chains are real', (_which, build) => {
    write(build);
    expect(refusal(live())).toMatch(/build\.json .*[\s\S]*npm run build/);
  });

  test('a folder without build.json, if chains are real', () => {
    mkdirSync(join(folder, 'half'));
    expect(refusal(live())).toMatch(/build\.json is missing/);
    expect(siteToServe(folder, rehearsal())).toBe(folder);
  });
});
