// @module-tag long
import { describe, expect, inject, test } from 'vitest';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { inspect, miscredited, type Payment, payAtOnce } from '#tests/support/credited-once.ts';
import { type OwnPlace, pooledPlace, serializablePlace } from '#tests/support/each-engine.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const PAYMENTS = 24;
/** What each of them buys. */
const BOUGHT = 34_719;
const STAKED = '500';
/** More at once than an instance has connections. */
const STAKES = 40;

const chains = onceForAll(startTestChains);

/** The whole suite runs so with SYNX_TEST_POSTGRES (CONTRIBUTING.md, "Tests in parts"). */
const PLACES: readonly [string, () => Promise<OwnPlace | { unavailable: string }>][] = [
  ['at SERIALIZABLE', serializablePlace],
  ['through a pooler in transaction mode', pooledPlace],
];

describe.skipIf('unavailable' in inject('postgres')).each(PLACES)('two instances on PostgreSQL %s', (_name, open) => {
  test('credit each payment once, and stakes of a crowd take turns', async (context) => {
    const place = await open();
    if ('unavailable' in place) return context.skip(place.unavailable);
    const clock = { now: Date.now() };
    const openOne = (owner: string) => openStack({ chains, location: place.location, clock, owner });
    const stacks = [await openOne('one'), await openOne('other')];
    for (const stack of stacks) await stack.pass();
    const payments = await payAtOnce(chains, PAYMENTS);
    // Every hash twice, by different instances, while both watchers look at the same block.
    const posts = stacks.flatMap((stack) => payments.map(({ wallet, hash }) => stack.post(wallet, hash)));
    const passes = stacks.map((stack) => stack.pass([1]));
    await Promise.all([...posts, ...passes]);
    await stacks[0]?.pass([1]);
    await stakeAtOnce(stacks, payments[0] as Payment);
    await Promise.all(stacks.map((stack) => stack.close()));
    expect(await inspect(place.location, (db) => miscredited(db, payments))).toEqual([]);
    await place.drop();
  });
});

/** Stakes of one wallet, all at once, on both instances. */
async function stakeAtOnce(stacks: readonly ApiStack[], { wallet }: Payment): Promise<void> {
  const cookies = await Promise.all(stacks.map((stack) => connect(stack, wallet)));
  const answers = await Promise.all(
    Array.from({ length: STAKES }, (_, number) => {
      const { app } = stacks[number % stacks.length] as ApiStack;
      const headers = { cookie: cookies[number % cookies.length] ?? '' };
      const payload = { walletAddress: wallet, amount: STAKED };
      return app.inject({ method: 'POST', url: '/api/staking/stake', headers, payload });
    }),
  );
  const staked = answers.filter(({ statusCode }) => statusCode === 200).length;
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
  expect(staked).toBe(STAKES);
  const [first] = stacks;
  const left = BOUGHT - STAKES * Number(STAKED);
  expect(await first?.balance(wallet)).toEqual({
    stakedBalance: String(STAKES * Number(STAKED)),
    availableToStake: String(left),
  });
}

async function connect({ app }: ApiStack, wallet: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/wallet/connect',
    payload: { walletAddress: wallet, connectionMethod: 'injected' },
  });
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
