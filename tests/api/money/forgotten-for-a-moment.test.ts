import { afterEach, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { reorg } from '#src/dev/chains/reorg.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { fund, fundedSigner, fundedWallet, mined, submit, transferData } from '#tests/support/pay.ts';
import { batchOf } from '#tests/support/pay-many.ts';
import { signPayment } from '#tests/support/sign-payment.ts';
import { AMOUNT, CHAIN, COINS, MINUTE_MS, type Server, threeSources, USDC } from '#tests/support/three-sources.ts';

const { client, calm, mine, open, proxies } = threeSources();

const HOUR_MS = 60 * MINUTE_MS;
afterEach(async () => {
  await client().setAutomine(true);
  await mine(1);
});

const sendRaw = (raw: string) => call<`0x${string}`>(client(), 'eth_sendRawTransaction', [raw]);
/** Has so many sources forget a transaction, or all logs. */
const forget = (sources: number, what: { readonly hash?: string; readonly hasNoLogs?: boolean }) => {
  for (const proxy of proxies.slice(0, sources))
    proxy.change = ({ method, params }, answer) => {
      const isIts = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].includes(method);
      if (isIts && params[0] === what.hash) answer.result = null;
      if (what.hasNoLogs === true && method === 'eth_getLogs') answer.result = [];
    };
};
const told = async (server: Server, wallet: string, hash: string) =>
  (await server.post(wallet, hash, { chainId: CHAIN })).status;
/** Looks for a hash after so many hours in all, which the pool shows. */
const wait = async ({ look }: Server, hours: number) => look(hours / 13, 13 * HOUR_MS);
/** A payment in the pool that is posted. */
const pending = async (server: Server) => {
  await server.pass();
  const wallet = await fundedWallet(client());
  await client().setAutomine(false);
  const hash = await submit(client(), { from: wallet, to: PRESALE, value: COINS });
  expect(await told(server, wallet, hash)).toBe('processing');
  return { wallet, hash };
};
/** Two pools forget it after more than a day, which is no end; then nobody sees it for a day. */
const expectGivenUpOnceUnseen = async (server: Server, wallet: string, hash: string) => {
  await wait(server, 26);
  forget(2, { hash });
  await server.look(1, 3 * MINUTE_MS);
  expect(await told(server, wallet, hash)).toBe('processing');
  await wait(server, 26);
  expect(await told(server, wallet, hash)).toBe('expired');
};

test('a payment that has been pending for days and that two pools forget for a moment is not given up', async () => {
  const server = await open(3);
  const { wallet, hash } = await pending(server);
  await expectGivenUpOnceUnseen(server, wallet, hash);
});

test('a payment that has been pending for days is not given up because its look is refused (S25)', async () => {
  const server = await open(3);
  const { wallet, hash } = await pending(server);
  await wait(server, 52);
  const { lookBudget } = server.context;
  const run = async () => Promise.reject(new ApiFailure('rate_limited'));
  Object.assign(server.context, { lookBudget: { run } });
  await server.look(1, 3 * MINUTE_MS);
  const row = server.context.db.selectFrom('submissions').select('status').where('transaction_hash', '=', hash);
  expect(await row.executeTakeFirst()).toEqual({ status: 'processing' });
  Object.assign(server.context, { lookBudget });
  expect(await told(server, wallet, hash)).toBe('processing');
});

test('the same after its block has left the chain (S5)', async () => {
  const server = await open(3);
  await server.pass();
  const { signer, wallet } = await fundedSigner(client());
  const { raw, hash } = await signPayment(signer, CHAIN, { value: COINS, gwei: '100' });
  await sendRaw(raw);
  await mined(client(), hash);
  await server.pass();
  expect(await told(server, wallet, hash)).toBe('confirming');
  await client().setAutomine(false);
  await reorg(client(), 1, []);
  await sendRaw(raw).catch(() => undefined);
  await server.look(2);
  await expectGivenUpOnceUnseen(server, wallet, hash);
});

/** What a wallet, which has the tokens then, signs to pay: by itself, or by a contract that makes several calls. */
const paymentOf = async (wallet: string, isBatch: boolean) => {
  if (isBatch) return batchOf(client(), wallet, USDC, AMOUNT);
  await fund(client(), wallet, [[USDC, AMOUNT]]);
  return { to: USDC, data: transferData(AMOUNT) };
};

test.each([
  ['the dearer payment that replaced it', 1, 1, false],
  ['the dearer payment that replaced it', 3, 3, false],
  ['the dearer payment that replaced it', 3, 3, true],
  ['it and its hash', 1, 1, false],
  ['it and its hash', 3, 2, false],
  ['it and its hash', 3, 2, true],
] as const)(
  'a payment in tokens is not told as cancelled while indexes of logs do not show %s (S24): sources: %i, behind: %i, by a batch: %s',
  async (what, sources, behind, isBatch) => {
    const server = await open(sources);
    await server.pass();
    const { signer, wallet } = await fundedSigner(client());
    const payment = await paymentOf(wallet, isBatch);
    const nonce = await client().getTransactionCount({ address: wallet as `0x${string}` });
    const [first, dearer] = await Promise.all(
      ['50', '100'].map((gwei) => signPayment(signer, CHAIN, { ...payment, nonce, gwei })),
    );
    const its = first?.hash ?? '';
    await client().setAutomine(false);
    await sendRaw(first?.raw ?? '');
    expect(await told(server, wallet, its)).toBe('processing');
    const isReplaced = what === 'the dearer payment that replaced it';
    if (isReplaced) await sendRaw(dearer?.raw ?? '');
    await mine(7);
    forget(behind, { hasNoLogs: true, ...(isReplaced ? {} : { hash: its }) });
    await server.look(2);
    expect(await told(server, wallet, its)).not.toBe('cancelled');
    calm();
    // In time, not only once its block is final and the balances are compared.
    await server.look(2, 5_000);
    expect(await told(server, wallet, its)).toBe(isReplaced ? 'replaced' : 'credited');
    await server.expectCredited();
  },
);

test('a payment that took the place of another one is told although nobody can read a stranger’s call in its block (S24)', async () => {
  const server = await open(3);
  await server.pass();
  const { signer, wallet } = await fundedSigner(client());
  const stranger = await fundedWallet(client());
  const [first, dearer] = await Promise.all(
    ['50', '100'].map((gwei) => signPayment(signer, CHAIN, { value: COINS, gwei })),
  );
  await client().setAutomine(false);
  await sendRaw(first?.raw ?? '');
  expect(await told(server, wallet, first?.hash ?? '')).toBe('processing');
  const unread = await submit(client(), { from: stranger, to: stranger, data: PRESALE });
  await sendRaw(dearer?.raw ?? '');
  await mine(7);
  for (const proxy of proxies)
    proxy.change = ({ method, params }, answer) => {
      const error = { code: -32603, message: 'response size exceeded' };
      if (method === 'eth_getTransactionReceipt' && params[0] === unread)
        Object.assign(answer, { result: undefined, error });
    };
  await server.look(3, 5_000);
  expect(await told(server, wallet, first?.hash ?? '')).toBe('replaced');
  await server.expectCredited();
});
