import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '#src/dev/chains/local-client.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  fund,
  fundedWallet,
  mined,
  newWallet,
  payCoin,
  send,
  submit,
  submitTogether,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { batchOf } from '#tests/support/pay-many.ts';
import { sized } from '#tests/support/sized.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { switchOnAll } from '#tests/support/switch-on-all.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const FLOOD = sized(120, 40);
const MINUTE = 60_000;
/** A contract that answers 7 to every call. */
const SEVEN = '0x60075f5260205ff3';

sizedMoneySuite('hashes of transactions that do not pay the presale', ({ stack, chains, place }) => {
  const client = () => chains.client(137);
  const db = () => stack.context.db;
  const open = () => db().selectFrom('alarms').selectAll().where('resolved_at', 'is', null).orderBy('id').execute();
  const foreign = async () => (await open()).filter(({ kind }) => kind === 'foreign-recipient');
  const elsewhere = async (from: string) => send(client(), { from, to: newWallet(), value: 1_000n });
  let second: ApiStack;
  let ada: StaffMember;

  beforeAll(async () => {
    // The embedded database belongs to one process only.
    second =
      place.engine === 'sqlite'
        ? stack
        : await openStack({ chains, location: place.location, clock: stack.clock, owner: 'second' });
    ada = await newStaffMember(stack, 'ada', 'manager');
  });
  afterAll(async () => {
    if (second !== stack) await second.close();
  });
  beforeEach(() => {
    // Longer ago than two payments may be apart.
    stack.tick(11 * MINUTE);
  });

  /** A visitor whose session has proven the wallet, with coins in it. */
  const customer = async (at = stack): Promise<Visitor> => {
    const visitor = newVisitor(at.app, () => at.clock.now);
    await fund(client(), visitor.wallet);
    expect((await visitor.prove()).statusCode).toBe(200);
    return visitor;
  };
  const post = async (visitor: Pick<Visitor, 'post'>, walletAddress: string, transactionHash: string) => {
    stack.tick(1_001);
    const answer = await visitor.post('/api/presale/purchase', { walletAddress, transactionHash, chainId: 137 });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };

  test('what a wallet pays by a contract, or with an app’s mark, is no foreign hash while it is in the pool (S7)', async () => {
    const wallet = newWallet();
    const batch = await batchOf(client(), wallet, tokenAddress(137, 'USDC'), 130_000_000n);
    const other = await fundedWallet(client(), [[tokenAddress(137, 'USDC'), 130_000_000n]]);
    const marked = { to: tokenAddress(137, 'USDC'), data: `${transferData(130_000_000n)}beef` as const };
    await client().setAutomine(false);
    try {
      await stack.post(wallet, await submit(client(), { from: wallet, ...batch }), { chainId: 137 });
      const posted = await stack.post(other, await submit(client(), { from: other, ...marked }), { chainId: 137 });
      expect(posted).toMatchObject({ status: 'processing', paymentMethod: 'USDC', paymentAmount: '130' });
      expect(await foreign()).toEqual([]);
    } finally {
      await client().setAutomine(true);
    }
    await chains.mine(137, 6);
    await stack.pass();
    for (const each of [wallet, other]) expect((await stack.balance(each)).availableToStake).toBe('10000');
    expect(await foreign()).toEqual([]);
  });
  const severity = async () => (await foreign()).map((alarm) => alarm.severity);

  test('a flood of them is one alarm of low severity with its count, sorted after important ones', {
    tags: 'long',
  }, async () => {
    const stranger = await fundedWallet(client());
    const flood = Array.from({ length: FLOOD }, (_, nonce) => ({ to: newWallet(), nonce }));
    const hashes = await submitTogether(
      client(),
      flood.map((each) => ({ from: stranger, value: 1n, gas: 21_000n, ...each })),
    );
    for (const [number, transactionHash] of hashes.entries()) {
      const url = number % 2 === 0 ? '/api/presale/purchase' : '/api/presale/recover';
      const payload = { walletAddress: newWallet(), transactionHash, chainId: 137 };
      const answer = await stack.app.inject({ method: 'POST', url, payload });
      expect(answer.json()).toMatchObject({ status: 'rejected', reason: 'wrong-recipient' });
    }
    const usdt = { address: tokenAddress(56, 'USDT') };
    const code = await chains.client(56).getCode(usdt);
    await ada.act('set-setting', { key: 'switched-off-tokens', value: '1:ETH', reason: 'its issuer paused it' });
    try {
      await chains.client(56).setCode({ ...usdt, bytecode: SEVEN });
      const hash = await payCoin(chains.client(1), newWallet(), parseEther('50'));
      // Amounts that anybody can afford, three times.
      const small: string[] = [];
      for (let time = 0; time < 3; time += 1)
        small.push(await payCoin(chains.client(1), newWallet(), parseEther('0.001')));
      await chains.confirm(1, small.at(-1) ?? '', 7);
      stack.tick(MINUTE);
      await stack.pass();
      const alarms = await open();
      expect(alarms.map(({ kind, severity: level }) => [kind, level]).toSorted()).toEqual([
        ['contract-mismatch', 3n],
        ['foreign-recipient', 1n],
        ['payment-needs-review', 1n],
        ['payment-needs-review', 2n],
      ]);
      expect(alarms.find(({ subject }) => subject === '1/small')).toMatchObject({ times: 3n });
      const [counted] = await foreign();
      expect(counted).toMatchObject({ times: BigInt(FLOOD) });
      expect(counted?.examples.length).toBeLessThan(1_000);
      const shown = (await ada.get('/staff/alarms')).body;
      const places = ['contract-mismatch', `1/${hash}`, '1/small', 'foreign-recipient'].map((text) =>
        shown.indexOf(`>${text}<`),
      );
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const payments = (await ada.get('/staff/payments')).body;
      for (const paid of [hash, ...small]) expect(payments).toContain(paid);
      expect(small.every((paid) => payments.indexOf(hash) < payments.indexOf(paid))).toBe(true);
    } finally {
      await chains.client(56).setCode({ ...usdt, bytecode: code ?? '0x' });
      await switchOnAll(stack.context.db);
    }
    stack.tick(MINUTE);
    // The other instance finds that the token is right again.
    await second.pass();
    expect((await open()).map(({ kind }) => kind)).not.toContain('contract-mismatch');
  });

  test('three proven wallets whose own payments went elsewhere make it severe at once, across several instances', async () => {
    const [a, b, c] = [await customer(), await customer(second), await customer(second)] as const;
    await post(a, a.wallet, await elsewhere(a.wallet));
    // The same wallet again is one wallet.
    await post(a, a.wallet, await elsewhere(a.wallet));
    await post(b, b.wallet, await elsewhere(b.wallet));
    expect(await severity()).toEqual([1n]);
    // The third one’s is not in a block when it is posted: the watcher finds it.
    await call(client(), 'evm_setAutomine', [false]);
    const hash = await submit(client(), { from: c.wallet, to: newWallet(), value: 1_000n });
    expect(await post(c, c.wallet, hash)).toMatchObject({ status: 'processing' });
    expect(await severity()).toEqual([1n]);
    await call(client(), 'evm_setAutomine', [true]);
    await chains.mine(137, 1);
    await mined(client(), hash);
    await second.pass([137]);
    const [alarm] = await foreign();
    expect(alarm).toMatchObject({ severity: 3n, told_at: null });
    for (const wallet of [a.wallet, b.wallet, c.wallet]) expect(alarm?.detail).toContain(wallet);
    // Once resolved, it does not return because of earlier counts.
    await ada.act('resolve-alarm', { id: String(alarm?.id), note: 'The build was withdrawn.' });
    await post(c, c.wallet, hash);
    expect(await foreign()).toEqual([]);
  });

  test('claims, payments of others, payments to the presale and long pauses do not', async () => {
    // Wallets without any signature.
    for (let number = 0; number < 3; number += 1) {
      const wallet = await fundedWallet(client());
      await stack.post(wallet, await elsewhere(wallet), { chainId: 137 });
    }
    // Sessions that have signed for a wallet, but not for the paying one.
    const others = [await customer(), await customer(), await customer()];
    const payer = await fundedWallet(client());
    for (const other of others) {
      const hash = await elsewhere(payer);
      await post(other, other.wallet, hash);
      await post(other, payer, hash);
    }
    // Own payments, rejected, but sent to the presale address.
    for (const other of others) {
      const to = stack.context.env.presaleAddress;
      const hash = await send(client(), { from: other.wallet, to, data: '0x1234' });
      expect(await post(other, other.wallet, hash)).toMatchObject({ reason: 'wrong-recipient' });
    }
    // Own payments, sent elsewhere, the third eleven minutes after the first.
    const minutes = [0, 6, 5];
    for (const [number, other] of others.entries()) {
      stack.tick((minutes[number] ?? 0) * MINUTE);
      await post(other, other.wallet, await elsewhere(other.wallet));
    }
    expect(await severity()).toEqual([1n]);
    // A later signature counts from then on.
    const late = newVisitor(stack.app, () => stack.clock.now);
    await fund(client(), late.wallet);
    const hash = await elsewhere(late.wallet);
    await post(late, late.wallet, hash);
    expect(await severity()).toEqual([1n]);
    await late.prove();
    await post(late, late.wallet, hash);
    expect(await severity()).toEqual([3n]);
  });
});
