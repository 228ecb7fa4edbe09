import { expect, test } from 'vitest';
import { type Distributor, readDistributor } from '#src/config/distributor.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { guardProvider, watchedToken } from '#src/wallet/guard-provider.ts';
import { isPlainPayment } from '#src/wallet/plain-payment.ts';
import { FakeProvider } from './fake-provider.ts';

const PRESALE = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
const call = (selector: string, to: string) => `${selector}${word(to)}${'1'.padStart(64, '0')}`;

async function passes(
  method: string,
  params: readonly unknown[] | object = [],
  recipient: string | null = PRESALE,
  distributor: Distributor | null = null,
): Promise<boolean> {
  const raw = new FakeProvider({ [method]: 'yes' });
  const answer = await guardProvider(raw, (asked) => isPlainPayment(asked, recipient), distributor)
    .request({ method, params })
    .catch((error: unknown) => error);
  const refused = (answer as { code?: number }).code === -32601;
  expect(raw.calls.length).toBe(refused ? 0 : 1);
  return !refused;
}

test('no method that signs anything except a payment or a text reaches the wallet', async () => {
  for (const method of [
    ...['eth_sign', 'eth_signTypedData_v4', 'eth_signTransaction', 'wallet_sendCalls', 'wallet_sendTransaction'],
    ...[
      'wallet_requestPermissions',
      'wallet_revokePermissions',
      'eth_decrypt',
      'eth_sendRawTransaction',
      'personal_ecRecover',
    ],
  ])
    expect(await passes(method)).toBe(false);
  const signIn = 'localhost:4321 wants you to sign in with your Ethereum account:\n';
  expect(await passes('personal_sign', [signIn, OTHER])).toBe(true);
  expect(await passes('personal_sign', [`0x${Buffer.from(signIn).toString('hex')}`, OTHER])).toBe(true);
  expect(await passes('personal_sign', [VOTE, OTHER])).toBe(true);
  for (const other of [
    '0x00',
    'I sell my house',
    `${VOTE}\nand my house`,
    VOTE.replace('This is free. ', ''),
    `0x${'ab'.repeat(32)}`,
    7,
  ])
    expect(await passes('personal_sign', [other, OTHER])).toBe(false);
  expect(await passes('eth_getBalance', [OTHER, 'latest'])).toBe(true);
});

const VOTE = [
  'Vote in a site poll of localhost:4321',
  '',
  'Proposal: Which shelf comes first? (first-shelf)',
  'Choice: Vases (vases)',
  'Wallet: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '',
  'This is free. It sends no transaction and moves no tokens.',
  '',
  'Chain ID: 1',
  `Nonce: ${'f'.repeat(32)}`,
  'Sign before: 2026-05-04T12:10:00.000Z',
].join('\n');

test('only a plain payment to the presale address is sent', async () => {
  const send = (transaction: unknown, recipient: string | null = PRESALE) =>
    passes('eth_sendTransaction', [transaction], recipient);
  expect(await send({ to: PRESALE, value: '0x1' })).toBe(true);
  expect(await send({ to: PRESALE.toLowerCase(), value: '0x1', data: '0x' })).toBe(true);
  expect(await send({ to: USDC, data: call('0xa9059cbb', PRESALE) })).toBe(true);
  expect(await send({ to: USDC, data: call('0xa9059cbb', PRESALE), value: '0x0', chainId: '0x1' })).toBe(true);
  expect(await send({ to: USDC, data: call('0xa9059cbb', PRESALE), chainId: '0x38' })).toBe(false);
  expect(await send({ to: USDC, data: call('0xa9059cbb', PRESALE), value: '0x1' })).toBe(false);
  expect(await send({ to: PRESALE, value: '0x1', type: '0x4' })).toBe(false);
  expect(await send({ to: PRESALE, value: '0x1', authorizationList: [] })).toBe(false);
  expect(await send({ to: OTHER, value: '0x1' })).toBe(false);
  expect(await send({ to: USDC, data: call('0xa9059cbb', OTHER) })).toBe(false);
  expect(await send({ to: USDC, data: call('0x095ea7b3', PRESALE) })).toBe(false);
  expect(await send({ to: OTHER, data: call('0xa9059cbb', PRESALE) })).toBe(false);
  expect(await send({ to: PRESALE, data: call('0xa9059cbb', PRESALE) })).toBe(false);
  expect(await send({ to: USDC, data: `${call('0xa9059cbb', PRESALE)}00` })).toBe(false);
  expect(await send({ to: PRESALE, value: '0x1', input: '0x1234' })).toBe(false);
  expect(await send({ value: '0x1' })).toBe(false);
  expect(await send(undefined)).toBe(false);
  expect(await send({ to: PRESALE, value: '0x1' }, null)).toBe(false);
});

test('besides payments only the claim of one’s own entry is sent, from the compiled-in contract on its chain', async () => {
  const claims = '0x58493c84f768e6638dad4a38c48d861ca4b14b49';
  const token = '0x77153c34a1ab376d95b39cf4d0746a19d056d133';
  const distributor = readDistributor(`137:${claims}:${token}`);
  if (distributor === null) throw new Error('no distributor');
  const entry = { address: OTHER.toLowerCase(), bought: 1n, staked: 2n, rewards: 3n, airdrop: 4n };
  const proof = [`0x${'ab'.repeat(32)}`];
  const own = { entry, proof, to: null };
  const claim = { from: OTHER, to: claims, value: '0x0', data: claimCalldata(own), chainId: '0x89' };
  const send = (more: object, by: Distributor | null = distributor) =>
    passes('eth_sendTransaction', [{ ...claim, ...more }], PRESALE, by);
  expect(await send({})).toBe(true);
  expect(await send({ gas: '0x1fbd0', type: '0x2', maxFeePerGas: '0x1' })).toBe(true);
  expect(await send({ data: claimCalldata({ ...own, to: PRESALE }) })).toBe(true);
  const others: object[] = [
    { from: PRESALE },
    { from: undefined },
    { to: token },
    { to: PRESALE },
    { to: undefined },
    { value: '0x1' },
    { value: undefined },
    { chainId: '0x1' },
    { chainId: undefined },
    { type: '0x4' },
    { authorizationList: [] },
    { accessList: [] },
    { input: claim.data },
    { data: undefined },
    { data: `${claim.data}00` },
    { data: `${claim.data}${'0'.repeat(64)}` },
    { data: claim.data.slice(0, -64) },
    { data: claim.data.replace('0x7f3bbbcb', '0xb60d4288') },
    { data: claimCalldata({ ...own, entry: { ...entry, address: PRESALE.toLowerCase() } }) },
    { data: claimCalldata({ ...own, proof: Array(33).fill(proof[0]) }) },
    { to: token, data: `0x095ea7b3${word(claims)}${'f'.repeat(64)}` },
    { to: token, data: call('0xa9059cbb', PRESALE) },
  ];
  for (const more of others) expect(await send(more), JSON.stringify(more)).toBe(false);
  expect(await send({}, null)).toBe(false);

  const watched = watchedToken(distributor);
  const watch = (params: object, by: Distributor | null = distributor) =>
    passes('wallet_watchAsset', params, PRESALE, by);
  expect(await watch(watched)).toBe(true);
  expect(await watch(watched, null)).toBe(false);
  for (const more of [{ address: USDC }, { symbol: 'USDC' }, { decimals: 18 }, { image: 'https://evil.example/x.svg' }])
    expect(await watch({ ...watched, options: { ...watched.options, ...more } })).toBe(false);
  expect(await watch([watched])).toBe(false);
});

test('the events of a wallet reach the page until it stops listening', () => {
  const raw = new FakeProvider();
  const guarded = guardProvider(raw, () => false);
  const told: unknown[] = [];
  const listener = (accounts: never) => told.push(accounts);
  guarded.on?.('accountsChanged', listener);
  raw.emit('accountsChanged', [OTHER]);
  guarded.removeListener?.('accountsChanged', listener);
  raw.emit('accountsChanged', []);
  expect(told).toEqual([[OTHER]]);
});
