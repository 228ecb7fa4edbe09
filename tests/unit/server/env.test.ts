import { describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { namesRealChains } from '#src/config/real-chains.ts';
import { EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';

const PRESALE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const LOCAL = {
  presaleAddress: PRESALE,
  chains: CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl: `http://127.0.0.1:${chainId}` })),
} as const;
const REAL = {
  RPC_URL_1: 'https://one.example/key, https://two.example',
  RPC_URL_56: 'https://one.example/56,https://two.example/56,https://three.example/56',
  RPC_URL_137: 'https://one.example/137,https://two.example/137',
  PRESALE_ADDRESS: PRESALE,
  PRESALE_START_BLOCK_1: '100',
  PRESALE_START_BLOCK_56: '200',
  PRESALE_START_BLOCK_137: '300',
  PUBLIC_ORIGIN: 'https://synx.example/',
  TRUST_PROXY: 'none',
};

function problemsOf(source: NodeJS.ProcessEnv, local?: typeof LOCAL): readonly string[] {
  try {
    readEnv(source, local);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('real chains', () => {
  test('are read completely', () => {
    const env = readEnv(REAL);
    expect(env).toMatchObject({ rehearsal: false, presaleAddress: PRESALE, PUBLIC_ORIGIN: 'https://synx.example' });
    expect(env.chains).toEqual([
      {
        chainId: 1,
        rpcUrls: ['https://one.example/key', 'https://two.example'],
        quorum: 2,
        startBlock: 100n,
        heartbeatSeconds: 3600,
      },
      { chainId: 56, rpcUrls: expect.any(Array), quorum: 2, startBlock: 200n, heartbeatSeconds: 60 },
      { chainId: 137, rpcUrls: expect.any(Array), quorum: 2, startBlock: 300n, heartbeatSeconds: 60 },
    ]);
  });

  test.each(Object.keys(REAL))('without %s are incomplete, and the error names it', (missing) => {
    const [problem, ...more] = problemsOf({ ...REAL, [missing]: undefined }, LOCAL);
    expect(problem).toBe(`real chains need all of their variables; missing: ${missing}`);
    expect(more).toEqual([]);
  });

  test('named by one variable require all the others', () => {
    const [problem] = problemsOf({ RPC_URL_56: REAL.RPC_URL_56 }, LOCAL);
    for (const name of Object.keys(REAL)) expect(problem?.includes(name)).toBe(name !== 'RPC_URL_56');
  });

  test.each([
    ['in production', { NODE_ENV: 'production' }],
    ['on a database of several instances', { DATABASE_URL: 'postgres://one.example/synx' }],
  ])('%s need a key that signs receipts', (_where, more) => {
    expect(problemsOf({ ...REAL, ...more })).toEqual([expect.stringMatching(/^RECEIPT_SIGNING_KEY: is missing/)]);
    expect(problemsOf({ ...REAL, ...more, RECEIPT_SIGNING_KEY: 'a0'.repeat(32) })).toEqual([]);
    expect(problemsOf({ ...REAL, ...more, RECEIPT_SIGNING_KEY: 'a0' })).toEqual([
      expect.stringMatching(/^RECEIPT_SIGNING_KEY: must be 64 hexadecimal digits/),
    ]);
    expect(problemsOf(more, LOCAL)).toEqual([]);
  });

  test('one source needs RPC_QUORUM=1, for each chain with only one', () => {
    const single = { ...REAL, RPC_URL_1: 'https://one.example', RPC_URL_137: 'https://one.example' };
    expect(problemsOf(single)).toEqual([
      expect.stringMatching(/^RPC_URL_1: names only one source.*RPC_QUORUM=1/),
      expect.stringMatching(/^RPC_URL_137: names only one source/),
    ]);
    const accepted = readEnv({ ...single, RPC_QUORUM: '1' });
    expect(accepted.chains.map(({ quorum }) => quorum)).toEqual([1, 2, 1]);
  });

  test('the same source twice is not two', () => {
    const twice = problemsOf({ ...REAL, RPC_URL_1: 'https://one.example,https://one.example/' });
    expect(twice).toEqual([expect.stringContaining('RPC_URL_1: names the same source twice')]);
  });

  test('debug purchases are refused', () => {
    expect(problemsOf({ ...REAL, DEBUG_PURCHASES: '1' })).toEqual([
      'DEBUG_PURCHASES: never with real chains or NODE_ENV=production',
    ]);
    expect(problemsOf({ DEBUG_PURCHASES: '1', NODE_ENV: 'production' }, LOCAL)).toHaveLength(1);
    expect(readEnv({ DEBUG_PURCHASES: '1' }, LOCAL).DEBUG_PURCHASES).toBe(true);
    expect(readEnv({}, LOCAL).DEBUG_PURCHASES).toBe(false);
  });

  test('a presale address with a mistyped letter is refused', () => {
    const mistyped = PRESALE.replace('aB88', 'ab88');
    expect(problemsOf({ ...REAL, PRESALE_ADDRESS: mistyped })).toEqual([expect.stringContaining('wrong checksum')]);
    expect(problemsOf({ ...REAL, PRESALE_ADDRESS: PRESALE.toLowerCase() })).toEqual([]);
  });
});

describe('local chains', () => {
  test('are used when no real ones are set', () => {
    expect(namesRealChains({ PUBLIC_ORIGIN: 'https://synx.example', RPC_URL_1: '' })).toBe(false);
    const env = readEnv({}, LOCAL);
    expect(env).toMatchObject({ rehearsal: true, presaleAddress: PRESALE, WALLET_PROOF: 'sensitive', PORT: 4321 });
    expect(env.chains.map(({ rpcUrls, quorum }) => [rpcUrls, quorum])).toEqual(
      LOCAL.chains.map(({ rpcUrl }) => [[rpcUrl], 1]),
    );
  });

  test('must exist then', () => {
    expect(problemsOf({})).toEqual([expect.stringContaining('no local chains were started')]);
  });
});

test('every problem is reported at once, each with its variable', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_ORIGIN: 'synx.example',
    DATABASE_URL: 'mysql://x',
    RPC_URL_1: 'ftp://x',
    PRESALE_ADDRESS: '0x12',
    WALLET_PROOF: 'maybe',
    DEBUG_PURCHASES: 'yes',
    STAKING_APY: '25%',
    TRUST_PROXY: 'true',
    METRICS_PORT: '0.0.0.0',
    LOG_LEVEL: 'loud',
    ALLOWED_ORIGINS: 'https://ok.example, nonsense',
    TREASURY_IGNORE_SENDERS: 'x',
    FEED_HEARTBEAT_1: '-1',
  };
  const problems = problemsOf(wrong);
  for (const name of Object.keys(wrong)) expect(problems.some((problem) => problem.startsWith(`${name}:`))).toBe(true);
  expect(problems.at(-1)).toMatch(/real chains need all of their variables; missing: .*RPC_URL_56/);
  const error = new EnvironmentError(problems);
  expect(error.message).toMatch(/^The environment has 15 problems:\n {2}- /);
  for (const problem of problems) expect(error.message).toContain(problem);
});

test.each([
  ['9464', '127.0.0.1', 9464],
  ['0.0.0.0:9464', '0.0.0.0', 9464],
  ['[::]:1', '::', 1],
])('METRICS_PORT=%s is a port of this machine, or of the address it names', (text, host, port) =>
  expect(readEnv({ METRICS_PORT: text }, LOCAL).METRICS_PORT).toEqual({ host, port }),
);

test.each(['65536', '0.0.0.0', '0.0.0.0:', ':x', '1 :2'])('METRICS_PORT=%s is refused', (text) =>
  expect(problemsOf({ METRICS_PORT: text }, LOCAL)).toHaveLength(1),
);

test.each(['true', 'yes', '*', '300.1.1.1', '10.0.0.0/33', '1.2.3', 'loopback, evil', '10.0.0.1/8/9', '::1/129', ','])(
  'TRUST_PROXY=%s is refused',
  (value) => expect(problemsOf({ TRUST_PROXY: value }, LOCAL)).toHaveLength(1),
);

test.each(['none', '0', '1', '2', '10.0.0.0/8', '127.0.0.1, ::1, fd00::/8'])('TRUST_PROXY=%s is understood', (value) =>
  expect(problemsOf({ TRUST_PROXY: value }, LOCAL)).toEqual([]),
);

test('the claim chain is BSC in a rehearsal, and undecided on real chains until it is set', () => {
  expect(readEnv({}, LOCAL).claimChain).toBe(56);
  expect(readEnv({ CLAIM_CHAIN: '137' }, LOCAL).claimChain).toBe(137);
  expect(readEnv(REAL).claimChain).toBeNull();
  expect(readEnv({ ...REAL, CLAIM_CHAIN: '56' }).claimChain).toBe(56);
  expect(problemsOf({ CLAIM_CHAIN: '10' }, LOCAL)).toHaveLength(1);
});

test('the staking rate is kept as an integer', () => {
  expect(readEnv({ STAKING_APY: '7.77' }, LOCAL).stakingRate).toBe(77_700n);
  expect(readEnv({}, LOCAL).stakingRate).toBe(250_000n);
});

test('channels of the project are https addresses, each named when it is not', () => {
  expect(problemsOf({ PUBLIC_X_URL: 'x.com/kiln', PUBLIC_CHANNEL_URL: 'http://channel.example' }, LOCAL)).toEqual([
    'PUBLIC_X_URL: must be an https address',
    'PUBLIC_CHANNEL_URL: must be an https address',
  ]);
  const env = readEnv({ PUBLIC_X_URL: 'https://x.com/kiln' }, LOCAL);
  expect([env.PUBLIC_X_URL, env.PUBLIC_YOUTUBE_URL]).toEqual(['https://x.com/kiln', undefined]);
});

describe('connections to PostgreSQL', () => {
  const POSTGRES = { DATABASE_URL: 'postgres://one.example/synx' };

  test.each([
    ['DATABASE_READ_URL', 'https://one.example'],
    ['DATABASE_DIRECT_URL', 'one.example'],
  ])('%s=%s is refused by name', (name, value) => {
    const [problem, ...more] = problemsOf({ ...POSTGRES, [name]: value }, LOCAL);
    expect(problem).toMatch(new RegExp(`^${name}: `));
    expect(more).toEqual([]);
  });

  test.each([
    ['DATABASE_READ_URL', 'postgres://two.example/synx'],
    ['DATABASE_DIRECT_URL', 'postgres://one.example/synx'],
  ])('%s means nothing for the embedded database, and is refused', (name, value) =>
    expect(problemsOf({ [name]: value }, LOCAL)).toEqual([`${name}: is set, while DATABASE_URL is missing`]),
  );
});
