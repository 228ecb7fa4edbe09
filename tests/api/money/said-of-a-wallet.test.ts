import { randomBytes } from 'node:crypto';
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, newWallet, send, submit, tokenAddress } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const TRANSFER_FROM = parseAbi(['function transferFrom(address from, address to, uint256 value)']);

sizedMoneySuite('strangers’ posts about a wallet (S9)', ({ stack, chains }) => {
  const client = () => chains.client(137);
  const visitor = () => newVisitor(stack.app, () => stack.clock.now);
  const invented = () => `0x${randomBytes(32).toString('hex')}`;
  const post = async (poster: Visitor, walletAddress: string, transactionHash: string): Promise<PurchaseResponse> => {
    stack.tick(1_001);
    const termsVersion = TERMS_VERSIONS.at(-1);
    const body = { walletAddress, transactionHash, chainId: 137, termsVersion };
    const answer = await poster.post('/api/presale/purchase', body);
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  /** Statuses by hash that each way of reading a wallet's payments answers; all ways must agree. */
  const told = async (reader: Visitor, wallet: string): Promise<Record<string, string>> => {
    const [track, holdings, json, csv] = await Promise.all(
      [
        `/api/track/wallet/${wallet}`,
        `/api/dashboard/holdings/${wallet}`,
        `/api/dashboard/export/${wallet}.json`,
        `/api/dashboard/export/${wallet}.csv`,
      ].map((url) => reader.get(url)),
    );
    type Listed = readonly { transactionHash: string; status: string }[];
    const byHash = (list: Listed) => Object.fromEntries(list.map((one) => [one.transactionHash, one.status]));
    const listed = byHash(track?.json().payments);
    expect(byHash(holdings?.json().purchases)).toEqual(listed);
    expect(byHash(json?.json().purchases)).toEqual(listed);
    expect(csv?.body.match(/0x[0-9a-f]{64}/g) ?? []).toEqual(expect.arrayContaining(Object.keys(listed)));
    return listed;
  };

  test('an invented hash is shown to the session that posted it and to the wallet, to others once it is on chain', {
    tags: 'long',
  }, async () => {
    const [stranger, reader, owner] = [visitor(), visitor(), visitor()];
    await stranger.connect();
    const hash = invented();
    await post(stranger, owner.wallet, hash);
    expect(await told(reader, owner.wallet)).toEqual({});
    expect(await told(stranger, owner.wallet)).toEqual({ [hash]: 'processing' });
    // The chain is the poster's word: only a block says that a chain has it.
    const [row] = (await stranger.get(`/api/track/wallet/${owner.wallet}`)).json().payments;
    expect(row).toMatchObject({ chainId: 137, block: null });
    const holdings = await reader.get(`/api/dashboard/holdings/${owner.wallet}`);
    expect(holdings.json()).toMatchObject({ termsVersion: null, purchasesTotal: 0 });
    // A session for the wallet proves nothing, a signature does.
    await owner.connect();
    expect(await told(owner, owner.wallet)).toEqual({});
    await owner.prove();
    expect(await told(owner, owner.wallet)).toEqual({ [hash]: 'processing' });
    // Nor does a crowd of invented ones hide the wallet's own.
    const own = invented();
    await post(owner, owner.wallet, own);
    for (let number = 0; number < 20; number += 1) await post(stranger, owner.wallet, invented());
    expect(await told(owner, owner.wallet)).toMatchObject({ [own]: 'processing' });
    await stack.context.db.deleteFrom('submissions').where('transaction_hash', '<>', hash).execute();
    // A stranger who signs for a wallet of their own gains nothing else.
    await stranger.prove();
    expect(await told(stranger, owner.wallet)).toEqual({ [hash]: 'processing' });
    // A transaction in the mempool names its sender.
    await client().setAutomine(false);
    await fundUnmined(owner.wallet);
    const pending = await submit(client(), { from: owner.wallet, to: TREASURY, value: 10n ** 18n, gas: 21_000n });
    await post(reader, owner.wallet, pending);
    await client().setAutomine(true);
    await chains.mine(137, 1);
    expect(await told(visitor(), owner.wallet)).toEqual({ [pending]: expect.any(String) });
    await stack.pass([137]);
    expect(await told(visitor(), owner.wallet)).toEqual({ [pending]: 'confirming' });
  });

  test('a transaction in the mempool has a coin only if it pays the presale', async () => {
    const wallet = newWallet();
    await client().setAutomine(false);
    await fundUnmined(wallet);
    const answers: PurchaseResponse[] = [];
    for (const to of [TREASURY, newWallet()])
      answers.push(
        await post(visitor(), wallet, await submit(client(), { from: wallet, to, value: 9n, gas: 21_000n })),
      );
    await client().setAutomine(true);
    await chains.mine(137, 1);
    expect(answers).toMatchObject([
      { status: 'processing', chainId: 137, paymentMethod: 'MATIC' },
      { status: 'processing', chainId: 137, paymentMethod: null },
    ]);
  });

  test('tokens anybody can create, in the name of many wallets, are no payments of theirs before they sign', {
    tags: 'long',
  }, async () => {
    const [forger, reader, owner] = [newWallet(), visitor(), visitor()];
    await fund(client(), forger);
    const victims = [owner.wallet, newWallet(), newWallet()];
    const fakes = await Promise.all(victims.map(() => placeContract(client(), 'FakeToken')));
    for (const [number, fake] of fakes.entries()) {
      const data = fake.data('forge', victims[number], TREASURY, 5_000_000_000n);
      await post(visitor(), newWallet(), await send(client(), { from: forger, to: fake.address, data }));
    }
    // A token of the sale lets anybody move zero of anybody's tokens.
    const usdc = tokenAddress(137, 'USDC');
    for (const victim of victims) {
      const args = [victim as `0x${string}`, TREASURY as `0x${string}`, 0n] as const;
      const data = encodeFunctionData({ abi: TRANSFER_FROM, functionName: 'transferFrom', args });
      await send(client(), { from: forger, to: usdc, data });
    }
    await stack.pass([137]);
    for (const victim of victims) expect(await told(reader, victim)).toEqual({});
    // Staff see them, and so does the wallet itself.
    const stored = await stack.context.db
      .selectFrom('payments')
      .select('status')
      .where('payer', '=', owner.wallet)
      .orderBy('id')
      .execute();
    expect(stored.map(({ status }) => status)).toEqual(['needs-review', 'rejected']);
    await owner.prove();
    expect(Object.values(await told(owner, owner.wallet)).toSorted()).toEqual(['needs-review', 'rejected']);
    // Nor do more of them than a list has hide the wallet's own payments from it (S25).
    await fund(client(), owner.wallet);
    const own = await send(client(), { from: owner.wallet, to: TREASURY, value: 10n ** 18n });
    await stack.pass([137]);
    stack.tick(60_000);
    const { db, now } = stack.context;
    const forged = db.selectFrom('payments').selectAll().where('payer', '=', owner.wallet).where('sender', '=', forger);
    const { id: _, ...row } = await forged.executeTakeFirstOrThrow();
    const later = { ...row, transaction_hash: invented(), first_seen_at: BigInt(now()) };
    const rows = Array.from({ length: 60 }, (_one, place) => ({ ...later, transfer_index: BigInt(place) }));
    await db.insertInto('payments').values(rows).execute();
    const track = (await owner.get(`/api/track/wallet/${owner.wallet}`)).json();
    expect([track.payments.length, track.total]).toEqual([50, 63]);
    expect(track.payments.map((one: { transactionHash: string }) => one.transactionHash)).toContain(own);
  });

  test('an unlisted token is shown with its sender', async () => {
    const wallet = newWallet();
    const fake = await placeContract(client(), 'FakeToken');
    await fund(client(), wallet);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TREASURY as `0x${string}`, 7n] });
    const hash = await send(client(), { from: wallet, to: fake.address, data });
    await post(visitor(), newWallet(), hash);
    expect(await told(visitor(), wallet)).toEqual({ [hash]: 'needs-review' });
  });

  test('coins that a contract passed on are not shown for a wallet that a stranger names', async () => {
    const [payer, stranger, reader] = [newWallet(), visitor(), visitor()];
    const forwarder = await placeContract(client(), 'Forwarder');
    await fund(client(), payer);
    const hash = await send(client(), {
      from: payer,
      to: forwarder.address,
      value: 10n ** 18n,
      data: forwarder.data('forward', TREASURY),
    });
    await stranger.connect();
    await stack.pass([137]);
    const victim = newWallet();
    await post(stranger, victim, hash);
    expect(await told(reader, victim)).toEqual({});
    await post(stranger, payer, hash);
    expect(await told(reader, payer)).toEqual({ [hash]: 'needs-review' });
  });

  test('one transaction leaves few rows of unlisted tokens', async () => {
    const [forger, payer] = [newWallet(), newWallet()];
    await fund(client(), forger);
    const many = await placeContract(client(), 'ManyTokens');
    const data = many.data('forgeMany', payer, TREASURY, 40n);
    const hash = await send(client(), { from: forger, to: many.address, data, gas: 20_000_000n });
    await stack.post(payer, hash, { chainId: 137 });
    const { count } = await stack.context.db
      .selectFrom('payments')
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .where('transaction_hash', '=', hash)
      .executeTakeFirstOrThrow();
    expect(count).toBe(10n);
  });

  const fundUnmined = (wallet: string) => client().setBalance({ address: wallet as `0x${string}`, value: 10n ** 21n });
});
