import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { trackResponseSchema } from '#src/contract/track.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, postgresPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import { fund, newWallet, payToken, submitTogether, tokenAddress, transferData } from '#tests/support/pay.ts';
import { payMany } from '#tests/support/pay-many.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
const TIMES = sized(2_000, 800);
/** Of the two instances together, which read them no differently. */
const SHARED_TIMES = sized(2_000, 600);
/** A thousandth of a cent, in base units of six decimals. */
const DUST = 10n;
/** 130 dollars: 10,000 SYNX at 0.013. */
const HONEST = 130_000_000n;
/** The maximum size of an answer about one transaction, in bytes. */
const LARGEST_ANSWER = 20_000;
/** How long an honest payment may take during the flood. */
const CREDITED = { timeout: 30_000, interval: 250 };

let chains: TestChains;
let place: OwnPlace;
let server: MortalServer;
beforeAll(async () => {
  [chains, place] = await Promise.all([startTestChains(), sqlitePlace()]);
  // The rounds of these chains' feeds do not change: the test checks whether they are still read.
  const heartbeats = { FEED_HEARTBEAT_1: '86400', FEED_HEARTBEAT_56: '86400', FEED_HEARTBEAT_137: '86400' };
  server = await startMortalServer(chains, place.location, heartbeats);
});
afterAll(async () => {
  await server?.kill();
  await chains?.stop();
  await place?.drop();
});

const get = async (path: string) => (await fetch(`${server.url}${path}`)).text();

/** Whether everything is in order: ready, and the prices of all coins live. */
async function state(): Promise<string> {
  const { status } = JSON.parse(await get('/api/ready'));
  const { live } = JSON.parse(await get('/api/crypto/prices'));
  return `${status}, prices ${Object.values(live).every(Boolean) ? 'live' : 'stale'}`;
}

test(`${TIMES} transfers of dust in one transaction: the server stays ready, prices live, honest payments credited`, async () => {
  const client = chains.client(CHAIN);
  await expect.poll(state, CREDITED).toBe('ready, prices live');
  const flood = await payMany(client, newWallet(), USDC, DUST, TIMES);
  await chains.confirm(CHAIN, flood, 6);
  const honest = newWallet();
  const payment = await payToken(client, honest, USDC, HONEST);
  await chains.confirm(CHAIN, payment, 6);
  const states = new Set<string>();
  // Nobody posts it: the watcher alone has to find it.
  const balance = async () => {
    states.add(await state());
    return JSON.parse(await get(`/api/staking/balance/${honest}`));
  };
  await expect.poll(balance, CREDITED).toMatchObject({ availableToStake: '10000' });
  const tracked = async () => {
    states.add(await state());
    return JSON.parse(await get(`/api/track/${flood}`));
  };
  await expect.poll(tracked, CREDITED).toMatchObject({ reason: 'below-one-token', unlisted: TIMES - 20 });
  expect([...states]).toEqual(['ready, prices live']);
  const answer = await get(`/api/track/${flood}`);
  expect(answer.length).toBeLessThan(LARGEST_ANSWER);
  expect(trackResponseSchema.parse(JSON.parse(answer)).status).toBe('needs-review');
});

test.skipIf('unavailable' in inject('postgres'))(
  `two instances at the same ${SHARED_TIMES} transfers: neither stops, and an honest payment on any chain is credited`,
  { tags: 'long' },
  async () => {
    const shared = await postgresPlace();
    const feeds = { FEED_HEARTBEAT_1: '86400', FEED_HEARTBEAT_56: '86400', FEED_HEARTBEAT_137: '86400' };
    const both = await Promise.all([1, 2].map(() => startMortalServer(chains, shared.location, feeds)));
    try {
      const stateOf = async ({ url }: MortalServer) =>
        ((await (await fetch(`${url}/api/ready`)).json()) as { status: string }).status;
      const states = () => Promise.all(both.map(stateOf));
      await expect.poll(states, CREDITED).toEqual(['ready', 'ready']);
      const flood = await payMany(chains.client(CHAIN), newWallet(), USDC, DUST, SHARED_TIMES);
      await chains.confirm(CHAIN, flood, 6);
      const [here, elsewhere] = [newWallet(), newWallet()];
      const payments = [
        [CHAIN, await payToken(chains.client(CHAIN), here, USDC, HONEST)],
        [1, await payToken(chains.client(1), elsewhere, tokenAddress(1, 'USDC'), HONEST)],
      ] as const;
      for (const [chainId, payment] of payments) await chains.confirm(chainId, payment, 6);
      const seen = new Set<string>();
      const balances = async () => {
        for (const state of await states()) seen.add(state);
        const url = both[1]?.url;
        const read = (wallet: string) => fetch(`${url}/api/staking/balance/${wallet}`).then((answer) => answer.json());
        return Promise.all([here, elsewhere].map(read));
      };
      const credited = { availableToStake: '10000' };
      await expect.poll(balances, CREDITED).toMatchObject([credited, credited]);
      const tracked = async () => {
        for (const state of await states()) seen.add(state);
        return (await fetch(`${both[0]?.url}/api/track/${flood}`)).json();
      };
      await expect.poll(tracked, CREDITED).toMatchObject({ reason: 'below-one-token', unlisted: SHARED_TIMES - 20 });
      expect([...seen]).toEqual(['ready']);
    } finally {
      await Promise.all(both.map((one) => one.kill()));
      await shared.drop();
    }
  },
);

test('600 transactions of dust before an honest payment do not keep it from being credited in the next pass', async () => {
  const client = chains.client(CHAIN);
  const own = await sqlitePlace();
  const stack = await openStack({ chains, location: own.location });
  await stack.pass();
  const [crowd, honest] = [newWallet(), newWallet()];
  await fund(client, crowd, [[USDC, DUST * 600n]]);
  const dust = { from: crowd, to: USDC, data: transferData(DUST), gas: 80_000n };
  await submitTogether(
    client,
    Array.from({ length: 600 }, (_, nonce) => ({ ...dust, nonce: nonce + 1 })),
    3,
  );
  const payment = await payToken(client, honest, USDC, HONEST);
  await chains.confirm(CHAIN, payment, 6);
  await stack.pass([CHAIN]);
  expect(await stack.balance(honest)).toMatchObject({ availableToStake: '10000' });
  await stack.close();
  await own.drop();
});
