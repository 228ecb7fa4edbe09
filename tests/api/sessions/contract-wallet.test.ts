import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { type LocalChain, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { openSource } from '#src/server/platform/chains/open-source.ts';
import { signedBallot } from '#tests/support/cast-vote.ts';
import { hostileContract } from '#tests/support/hostile-contracts.ts';
import { downChain, emptyChain, type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor, proofText } from '#tests/support/wallet-session.ts';

const OWNER = privateKeyToAccount(`0x${'42'.repeat(32)}`);
const STRANGER = privateKeyToAccount(`0x${'43'.repeat(32)}`);

let chain: LocalChain;
/** A chain on which the same address belongs to a stranger. */
let other: LocalChain;
let http: HttpApp;
let wallet: Address;
/** A contract that has the same owner at the same address on both chains. */
let twin: Address;
let down = false;
/** Deploys a contract wallet of an owner; its address depends only on how many were deployed on the chain before. */
async function deploy({ client }: LocalChain, owner: Address): Promise<Address> {
  const { abi, bytecode } = await hostileContract('ContractWallet');
  const hash = await client.deployContract({ account: DEVELOPMENT_ACCOUNTS[0], abi, bytecode, args: [owner] });
  return (await client.waitForTransactionReceipt({ hash })).contractAddress as Address;
}
beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1 });
  other = await startLocalChain({ chainId: 137 });
  wallet = await deploy(chain, OWNER.address);
  expect(await deploy(other, STRANGER.address)).toBe(wallet);
  twin = await deploy(chain, OWNER.address);
  expect(await deploy(other, OWNER.address)).toBe(twin);
  const real = openSource(chain.rpcUrl);
  const source: RpcReader = { request: (call) => (down ? downChain() : real).request(call) };
  http = await openHttpApp({
    source: (chainId) => (chainId === 1 ? source : chainId === 137 ? openSource(other.rpcUrl) : emptyChain(chainId)),
    contentDirectory: 'tests/api/services/content',
    env: { CHAIN_CALLS_A_MINUTE: '1000000' },
  });
});
afterAll(async () => {
  await http?.close();
  await chain?.stop();
  await other?.stop();
});

async function signIn(signer: typeof OWNER, chainId = 1, address = wallet) {
  const visitor = newVisitor(http.app, () => http.clock.now);
  await visitor.connect(address);
  const message = proofText({ address, nonce: await visitor.nonce(), now: http.clock.now, chainId });
  const signature = await signer.signMessage({ message });
  const answer = await visitor.post('/api/wallet/prove', { message, signature });
  return { visitor, message, signature, status: answer.statusCode, body: answer.json() };
}

test('a contract wallet is proven by its own contract’s verdict on the signature', async () => {
  const { status, body, visitor } = await signIn(OWNER);
  expect([status, body]).toEqual([200, { walletAddress: wallet.toLowerCase(), proven: true }]);
  expect((await visitor.connect(wallet)).json().proven).toBe(true);
});

test('a contract wallet whose owner did not sign is refused', async () => {
  const { status, body } = await signIn(STRANGER);
  expect([status, body.code]).toEqual([400, 'invalid_signature']);
});

test('its signature proves nothing on a chain without the contract', async () => {
  const { status, body } = await signIn(OWNER, 56);
  expect([status, body.code]).toEqual([400, 'invalid_signature']);
});

test('a message of a contract wallet is valid once', async () => {
  const { visitor, message, signature } = await signIn(OWNER);
  const again = await visitor.post('/api/wallet/prove', { message, signature });
  expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_proof']);
});

test('while the chain cannot be read nothing is decided, and the same signature works afterwards', async () => {
  const visitor = newVisitor(http.app, () => http.clock.now);
  await visitor.connect(wallet);
  const message = proofText({ address: wallet, nonce: await visitor.nonce(), now: http.clock.now });
  const signature = await OWNER.signMessage({ message });
  down = true;
  const during = await visitor.post('/api/wallet/prove', { message, signature });
  down = false;
  expect([during.statusCode, during.json().code]).toEqual([503, 'chain_unavailable']);
  expect(during.headers['retry-after']).toBe('5');
  expect((await visitor.post('/api/wallet/prove', { message, signature })).statusCode).toBe(200);
});

test('a contract wallet votes by its own contract’s verdict on the signature, on the chain that the vote names', async () => {
  const cast = async (signer: typeof OWNER, chainId: number) => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect(wallet);
    const { body } = await signedBallot(visitor, 'vases', { wallet: wallet.toLowerCase(), signer, chainId });
    return visitor.post('/api/voting/vote', body);
  };
  expect((await cast(STRANGER, 1)).json().code).toBe('invalid_signature');
  expect((await cast(OWNER, 56)).json().code).toBe('invalid_signature');
  const answer = await cast(OWNER, 1);
  expect(answer.json(), answer.body).toMatchObject({
    vote: { walletAddress: wallet.toLowerCase(), signer: 'contract' },
  });
});

test('the owner of the address on another chain proves nothing where the wallet has bought, nor later once it buys', async () => {
  const early = await signIn(STRANGER, 137);
  expect(early.status).toBe(200);
  await http.credit(wallet.toLowerCase(), 13n);
  // The session that signed before the purchase has lost its rights.
  const refused = await early.visitor.post('/api/privacy/export', { walletAddress: wallet });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof_required']);
  const late = await signIn(STRANGER, 137);
  expect([late.status, late.body.code]).toEqual([403, 'proof_required']);
  expect((await late.visitor.connect(wallet)).json().proven).toBe(false);
  expect((await signIn(OWNER)).status).toBe(200);
});

test('a wallet that has bought on two chains is proven by one signature per chain, in one session', async () => {
  await http.context.db
    .updateTable('payments')
    .set({ chain_id: 137n })
    .where('payer', '=', wallet.toLowerCase())
    .execute();
  await http.credit(wallet.toLowerCase(), 13n);
  const first = await signIn(OWNER);
  expect([first.status, first.body.code]).toEqual([403, 'proof_required']);
  const { visitor } = first;
  const message = proofText({ address: wallet, nonce: await visitor.nonce(), now: http.clock.now, chainId: 137 });
  const signature = await STRANGER.signMessage({ message });
  expect((await visitor.post('/api/wallet/prove', { message, signature })).statusCode).toBe(200);
  expect((await visitor.post('/api/privacy/export', { walletAddress: wallet })).statusCode).toBe(200);
});

test('a contract that has one owner on every chain where it has bought is proven by one signature', async () => {
  const payer = twin.toLowerCase();
  await http.credit(payer, 13n);
  await http.context.db.updateTable('payments').set({ chain_id: 137n }).where('payer', '=', payer).execute();
  for (const chains of ['bought on the other chain', 'bought on both']) {
    const { visitor, status } = await signIn(OWNER, 1, twin);
    expect(status, chains).toBe(200);
    const rights = await visitor.post('/api/privacy/export', { walletAddress: twin });
    expect(rights.statusCode, chains).toBe(200);
    await http.credit(payer, 13n);
  }
});
