import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type Place, sizedEngines } from '#tests/support/each-engine.ts';
import { fund, hex, mined, newWallet, payCoin } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { createSafe, type TestSafe } from '#tests/support/safe.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const REASON = 'The explorer shows the call.';
const PRICE = '4513.48';
const TOKENS = 347_190n;
const UNVERIFIABLE_AFTER_MS = 600_000;
const STATES = { eth_getCode: 1, eth_getBalance: 1, eth_call: 1, eth_getStorageAt: 2 } as Record<string, number>;

let chains: TestChains;
let source: ChaosProxy;
let safe: TestSafe;
const client = () => chains.client(1);
beforeAll(async () => {
  chains = await startTestChains();
  const upstream = chains.all.find(({ chainId }) => chainId === 1)?.rpcUrl ?? '';
  source = await startChaosProxy(upstream, upstream);
  safe = await createSafe(client());
  await client().setBalance({ address: safe.address as `0x${string}`, value: parseEther('1000') });
  await fund(client(), PRESALE);
});
afterAll(async () => {
  await source?.stop();
  await chains?.stop();
});

/** The source has forgotten the states of this block and of those before it. */
function forget(upTo: bigint): void {
  source.change = ({ method, params }, answer) => {
    const at = params[STATES[method] ?? -1];
    if (typeof at !== 'string' || !at.startsWith('0x') || BigInt(at) > upTo) return;
    delete (answer as { result?: unknown }).result;
    Object.assign(answer, { error: { code: -32000, message: 'missing trie node' } });
  };
}

/** A server with two managers, who record coins and decide about them. */
async function openDesk(place: Place) {
  const stack = await openStack({ chains, location: place.location, chainEnv: { 1: { rpcUrls: [source.url] } } });
  await stack.pass();
  const ada = await newStaffMember(stack, 'ada', 'manager');
  const bea = await newStaffMember(stack, 'bea', 'manager');
  return { stack, ada, bea };
}

sizedEngines('coins that people recorded', (open) => {
  let stack: ApiStack;
  let ada: StaffMember;
  let bea: StaffMember;
  const db = () => stack.context.db;
  beforeAll(async () => {
    ({ stack, ada, bea } = await openDesk(await open()));
  });
  afterAll(async () => {
    const broken = await checkLedger(db());
    await stack.close();
    expect(broken).toEqual([]);
  });
  const rowsOf = (hash: string) =>
    db().selectFrom('payments').selectAll().where('transaction_hash', '=', hash).orderBy('transfer_index').execute();
  const decided = async (hash: string) =>
    (await rowsOf(hash)).filter(({ status }) => status === 'credited' || status === 'refund-due');
  const pass = () => stack.pass([1]).catch(() => undefined);
  /** Makes all blocks final, in steps: a local chain prunes old balances. */
  const settle = async () => {
    for (let step = 0; step < 4; step += 1) {
      await chains.mine(1, 20);
      stack.tick(30_000);
      await pass();
    }
  };
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  const approved = async (kind: string, fields: Record<string, string>) => {
    await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
    return bea.act('approve-proposal', { id: await latest() });
  };
  const record = (hash: string, wallet: string = safe.address, amount = '1') =>
    approved('record-payment', { chain: '1', hash, wallet, amount });
  const namesOf = async (hash: string) =>
    (await rowsOf(hash)).map(({ transfer_index: index }) => `1-${hash}-${index < 0n ? 'coin' : index}`);
  const credit = async (hash: string) => {
    for (const payment of await namesOf(hash))
      await approved('credit-payment', { payment, price: PRICE }).catch(String);
  };
  const giveBack = async (hash: string) => {
    for (const payment of await namesOf(hash))
      await ada.act('return-payment', { payment, usd: PRICE, note: 'Back to the payer.' }).catch(String);
  };
  /** The sources have the states, as an archive does, and the watcher looks for a while. */
  const prove = async (hash: string) => {
    source.change = null;
    for (let look = 0; look < 3; look += 1) {
      stack.tick(61_000);
      await pass();
    }
    await stack.post(safe.address, hash, { chainId: 1 });
  };
  const lose = async (hash: string) => {
    const { blockNumber } = await client().getTransactionReceipt({ hash: hash as `0x${string}` });
    forget(blockNumber);
  };
  /** A Safe's payment in a final block, whose states every source has lost, and which is in review for that. */
  const unprovable = async () => {
    const hash = await safe.execute({ to: PRESALE, value: parseEther('1') });
    await lose(hash);
    await stack.post(safe.address, hash, { chainId: 1 });
    await pass();
    await stack.askFor(UNVERIFIABLE_AFTER_MS, pass);
    await settle();
    return hash;
  };
  const available = async (wallet: string) => BigInt((await stack.balance(wallet)).availableToStake);
  /** Whatever else people and the watcher try now, exactly one payment is credited or due back. */
  const expectOnce = async (hash: string, before: bigint) => {
    for (const attempt of [record, credit, giveBack, prove, record, lose, record, credit, giveBack, prove])
      await attempt(hash).catch(String);
    const [only, ...more] = await decided(hash);
    expect(more).toEqual([]);
    expect((await available(safe.address)) - before).toBe(only?.status === 'credited' ? TOKENS : 0n);
    const refunds = await db()
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', only?.id ?? 0n)
      .execute();
    expect(refunds).toHaveLength(only?.status === 'refund-due' ? 1 : 0);
    expect(await rowsOf(hash)).toHaveLength(1);
    return only;
  };

  test('and credited, and whose Safe can be proven afterwards, are not credited again', async () => {
    const before = await available(safe.address);
    const hash = await unprovable();
    // For its proof until here, then for the balances.
    await stack.askFor(UNVERIFIABLE_AFTER_MS, pass);
    expect(await stack.post(safe.address, hash)).toMatchObject({ reason: 'amount-unverifiable' });
    await record(hash);
    await credit(hash);
    expect(await available(safe.address)).toBe(before + TOKENS);
    await prove(hash);
    expect(await available(safe.address)).toBe(before + TOKENS);
    // Its place is that of the Safe's log, which a proof has as well.
    expect(await rowsOf(hash)).toMatchObject([{ transfer_index: 0n, status: 'credited' }]);
  });

  const STEPS = { record, credit, giveBack, prove };
  const ORDERS = (['credit', 'giveBack'] as const).flatMap((decide) => [
    ['record', decide, 'prove'],
    ['record', 'prove', decide],
    ['prove', 'record', decide],
    ['prove', decide, 'record'],
    [decide, 'record', 'prove'],
    [decide, 'prove', 'record'],
  ]) as (keyof typeof STEPS)[][];
  test.each(ORDERS)(
    'are credited or due back once: %s, %s, %s, and all of it again',
    { tags: 'long' },
    async (...order) => {
      const before = await available(safe.address);
      const hash = await unprovable();
      for (const step of order) await STEPS[step](hash).catch(String);
      const only = await expectOnce(hash, before);
      expect(only?.payer).toBe(safe.address);
    },
  );

  test('have one row, though two managers record them while the watcher proves them', { tags: 'long' }, async () => {
    const before = await available(safe.address);
    const hash = await unprovable();
    await ada.act('propose-record-payment', { chain: '1', hash, wallet: safe.address, amount: '1', reason: REASON });
    const id = await latest();
    source.change = null;
    stack.tick(61_000);
    await Promise.all([bea.act('approve-proposal', { id }).catch(String), pass(), pass()]);
    await expectOnce(hash, before);
  });

  test('of a transaction that left its block are not recorded before the watcher has decided', {
    tags: 'long',
  }, async () => {
    const before = await available(safe.address);
    source.change = null;
    const hash = await safe.execute({ to: PRESALE, value: parseEther('1') });
    await pass();
    expect(await rowsOf(hash)).toMatchObject([{ status: 'confirming' }]);
    const { from, to, input, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = await client().getTransaction({ hash });
    await chains.reorg(1, 1);
    await pass();
    expect(await rowsOf(hash)).toMatchObject([{ status: 'processing', block_hash: null }]);
    const again = { from, to, data: input, gas: hex(gas), nonce: hex(BigInt(nonce)), type: '0x2' };
    const fees = { maxFeePerGas: hex(maxFeePerGas ?? 0n), maxPriorityFeePerGas: hex(maxPriorityFeePerGas ?? 0n) };
    expect(await call(client(), 'eth_sendTransaction', [{ ...again, ...fees, accessList: [] }])).toBe(hash);
    await mined(client(), hash);
    await lose(hash);
    await settle();
    expect(await record(hash).catch(String)).toContain('has not decided');
    await expectOnce(hash, before);
    expect(await available(safe.address)).toBe(before + TOKENS);
  });

  test('by an earlier version, under a place of their own, are not credited again', { tags: 'long' }, async () => {
    const before = await available(safe.address);
    const hash = await unprovable();
    await record(hash);
    await db().updateTable('payments').set({ transfer_index: 999_999n }).where('transaction_hash', '=', hash).execute();
    await credit(hash);
    await expectOnce(hash, before);
  });

  test('and that a block lost after it was final are not credited again in another one', { tags: 'long' }, async () => {
    const before = await available(safe.address);
    const hash = await unprovable();
    await record(hash);
    await credit(hash);
    const elsewhere = { block_hash: `0x${'9'.repeat(64)}`, transfer_index: 7n };
    await db().updateTable('payments').set(elsewhere).where('transaction_hash', '=', hash).execute();
    await expectOnce(hash, before);
  });

  test('take nothing from what else the transaction passed on', { tags: 'long' }, async () => {
    source.change = null;
    const hash = await safe.execute({ to: PRESALE, value: parseEther('3') });
    await lose(hash);
    await settle();
    source.change = null;
    const [first, second] = [newWallet(), newWallet()];
    await record(hash, first, '1');
    await record(hash, second, '2');
    expect(await record(hash, first, '1').catch(String)).toContain('received 3 ETH');
    await prove(hash);
    expect((await rowsOf(hash)).map(({ payer, amount }) => [payer, amount])).toEqual([
      [first, String(parseEther('1'))],
      [second, String(parseEther('2'))],
    ]);
  });

  test('are refused for a transaction that pays by itself; its hash brings the credit', async () => {
    source.change = null;
    const wallet = newWallet();
    const hash = await payCoin(client(), wallet, parseEther('1'));
    const { blockNumber } = await client().getTransactionReceipt({ hash: hash as `0x${string}` });
    forget(blockNumber);
    const forgets = source.change as unknown as NonNullable<ChaosProxy['change']>;
    // The scan misses it.
    source.change = (asked, answer) => {
      forgets(asked, answer);
      const block = answer.result as { transactions?: unknown[] } | null;
      const isWhole = asked.method === 'eth_getBlockByNumber' && asked.params[1] === true;
      if (isWhole && BigInt(asked.params[0] as string) === blockNumber && block) block.transactions = [];
    };
    await pass();
    await settle();
    expect(await rowsOf(hash)).toEqual([]);
    expect(await record(hash, wallet).catch(String)).toContain('itself pays');
    await stack.post(wallet, hash, { chainId: 1 });
    await pass();
    expect(await available(wallet)).toBe(TOKENS);
    expect(await record(hash, wallet).catch(String)).toContain('itself pays');
  });

  test('have the same name after the records are rebuilt from the chains', { tags: 'long' }, async () => {
    const hash = await unprovable();
    await record(hash);
    await credit(hash);
    const names = await namesOf(hash);
    source.change = null;
    const { blockNumber } = await client().getTransactionReceipt({ hash: hash as `0x${string}` });
    const anew = await open();
    const rebuilt = await openStack({
      ...{ chains, location: anew.location },
      chainEnv: { 1: { rpcUrls: [source.url], startBlock: blockNumber } },
    });
    await rebuilt.pass([1]);
    const rows = await rebuilt.context.db
      .selectFrom('payments')
      .selectAll()
      .where('transaction_hash', '=', hash)
      .execute();
    expect(rows.map(({ transfer_index: index, status }) => [`1-${hash}-${index}`, status])).toEqual([
      [names[0], 'credited'],
    ]);
    await rebuilt.close();
  });
});
