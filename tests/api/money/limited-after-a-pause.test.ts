import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { type Call, fundedWallet, submitTogether, transferData } from '#tests/support/pay.ts';
import { AMOUNT, COINS, FINAL, MINUTE_MS, PROOF, threeSources, USDC } from '#tests/support/three-sources.ts';

const { client, calm, limit, mine, open, refuse, safe } = threeSources();

const inCoins = (from: string): Call => ({ from, to: PRESALE, value: COINS, gas: 100_000n });
const inTokens = (from: string): Call => ({ from, to: USDC, data: transferData(AMOUNT), gas: 100_000n });
const payThree = async (pay: typeof inCoins) => {
  const wallets = await Promise.all([1, 2, 3].map(() => fundedWallet(client(), [[USDC, AMOUNT]])));
  await submitTogether(client(), wallets.map(pay));
};

test.each([
  ['coins', 1, inCoins],
  ['coins', 3, inCoins],
  ['tokens', 1, inTokens],
] as const)(
  'what was paid in %s during an hour without a server is no unexplained balance (S24): sources of 50 calls a pass: %i',
  async (_, sources, pay) => {
    const server = await open(sources);
    await mine(FINAL);
    await server.pass(3, MINUTE_MS);
    server.tick(65 * MINUTE_MS);
    for (let block = 0; block < 20; block += 1) await payThree(pay);
    await mine(FINAL);
    limit(server, 50);
    await server.look(24);
    await server.expectCredited(60);
    expect(await server.alarms()).toEqual([]);
  },
);

test('what was paid below the minimum during an hour without a server is no unexplained balance (S24)', async () => {
  const server = await open(1);
  await mine(FINAL);
  await server.pass(3, MINUTE_MS);
  server.tick(65 * MINUTE_MS);
  // About 200 dollars in all.
  for (let block = 0; block < 14; block += 1) await payThree((from) => ({ ...inCoins(from), value: COINS / 166n }));
  await mine(FINAL);
  limit(server, 50);
  await server.look(30);
  await server.expectCredited(42);
  expect(await server.alarms()).toEqual([]);
});

test.each([
  [1, 50],
  [1, 35],
  [3, 50],
] as const)(
  'what waited while the books were not counted is credited afterwards (S24): sources: %i, calls a pass: %i',
  async (sources, calls) => {
    const stopsAfter = 20;
    let elapsed = 0;
    const env = { LEDGER_CHECK_STOPS_AFTER: String(stopsAfter) };
    const server = await open(sources, { env, elapsed: () => elapsed });
    await server.checkLedger();
    await server.pass();
    elapsed += stopsAfter * MINUTE_MS + 1;
    for (let block = 0; block < 10; block += 1) {
      await payThree(inTokens);
      await server.pass();
    }
    await mine(6);
    await server.pass(4, 3 * MINUTE_MS);
    await server.checkLedger();
    limit(server, calls);
    await server.look(8);
    calm();
    await server.expectCredited(30);
  },
);

test.each([
  [1, 65],
  [3, 65],
  [1, 10],
  [3, 10],
])(
  'coins of a Safe from a pause are no unexplained balance, though some calls are refused (S24): sources: %i, min: %i',
  async (sources, minutes) => {
    const server = await open(sources);
    const payer = await safe();
    await mine(FINAL);
    await server.pass(3, MINUTE_MS);
    server.tick(minutes * MINUTE_MS);
    await payer.execute({ to: PRESALE, value: COINS });
    await mine(FINAL);
    if (minutes > 60) limit(server, 40);
    else refuse(...PROOF);
    await server.look(minutes > 60 ? 24 : 3);
    calm();
    await server.pass(3, MINUTE_MS);
    await server.expectCredited();
    expect(await server.alarms()).toEqual([]);
  },
);
