import { parseEther } from 'viem';
import { expect, test, vi } from 'vitest';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const PRESENT = '2026-12-01';
const EARLIER = '2026-11-27';

sizedMoneySuite('the version of the terms', ({ stack, chains }) => {
  const accepted = async (hash: string) =>
    (
      await stack.context.db
        .selectFrom('submissions')
        .select('terms_version')
        .where('transaction_hash', '=', hash)
        .executeTakeFirstOrThrow()
    ).terms_version;
  const post = async (versions: readonly unknown[]) => {
    const wallet = newWallet();
    const hash = await payCoin(chains.client(1), wallet, parseEther('1'));
    for (const termsVersion of versions)
      expect(await stack.post(wallet, hash, { chainId: 1, termsVersion })).toMatchObject({ status: 'confirming' });
    return accepted(hash);
  };

  test('is kept with the purchase, and the first one stated remains', async () => {
    expect(await post([PRESENT])).toBe(PRESENT);
    expect(await post([PRESENT, undefined, 'none'])).toBe(PRESENT);
    expect(await post([undefined, PRESENT])).toBe(PRESENT);
  });

  const told = async (wallet: string, reader: Pick<Visitor, 'get'> = visitor()) =>
    (await reader.get(`/api/dashboard/holdings/${wallet}`)).json().termsVersion;
  const visitor = () => newVisitor(stack.app, () => stack.clock.now);
  const state = async (poster: Visitor, walletAddress: string, transactionHash: string, termsVersion: string) => {
    stack.tick(1_001);
    const body = { walletAddress, transactionHash, chainId: 1, termsVersion };
    expect((await poster.post('/api/presale/purchase', body)).statusCode).toBe(200);
  };

  test('is answered of the wallet that paid, not of one that posted another buyer’s hash', async () => {
    const [payer, other] = [visitor(), visitor()];
    const hash = await payCoin(chains.client(1), payer.wallet, parseEther('1'));
    for (const poster of [payer, other]) {
      await poster.connect();
      await poster.prove();
      expect(await told(poster.wallet)).toBeNull();
      await state(poster, poster.wallet, hash, PRESENT);
    }
    expect(await told(payer.wallet)).toBe(PRESENT);
    expect(await told(other.wallet)).toBeNull();
  });

  test('that a stranger states with another wallet’s payment is not that wallet’s word, which a signature gives it (S9)', async () => {
    const [stranger, owner] = [visitor(), visitor()];
    const { wallet } = owner;
    const hash = await payCoin(chains.client(1), wallet, parseEther('1'));
    await stranger.connect();
    await stranger.prove();
    await state(stranger, wallet, hash, PRESENT);
    expect(await accepted(hash)).toBe(PRESENT);
    for (const reader of [visitor(), stranger, owner]) expect(await told(wallet, reader)).toBeNull();
    // A session that names the wallet without a signature is anybody's.
    await owner.connect();
    await state(owner, wallet, hash, EARLIER);
    expect([await accepted(hash), await told(wallet, owner)]).toEqual([PRESENT, null]);
    await owner.prove();
    await state(owner, wallet, hash, 'of nobody');
    expect([await accepted(hash), await told(wallet, owner)]).toEqual([PRESENT, null]);
    await state(owner, wallet, hash, EARLIER);
    await state(stranger, wallet, hash, PRESENT);
    await state(owner, wallet, hash, PRESENT);
    expect([await accepted(hash), await told(wallet), await told(wallet, owner)]).toEqual([EARLIER, EARLIER, EARLIER]);
  });

  test('is dated by no time that no chain has confirmed: it counts once one has (S27)', async () => {
    const { context } = stack;
    const owner = visitor();
    const hash = await payCoin(chains.client(1), owner.wallet, parseEther('1'));
    await owner.connect();
    await owner.prove();
    const dates = () =>
      context.db
        .selectFrom('submissions')
        .select(['terms_version', 'terms_proven_at', 'proven_at'])
        .where('transaction_hash', '=', hash)
        .executeTakeFirstOrThrow();
    const unconfirmed = vi.spyOn(context.clock, 'isConfirmed').mockReturnValue(false);
    await state(owner, owner.wallet, hash, PRESENT);
    await state(owner, owner.wallet, hash, PRESENT);
    unconfirmed.mockRestore();
    expect(await dates()).toEqual({ terms_version: PRESENT, terms_proven_at: null, proven_at: null });
    await state(owner, owner.wallet, hash, PRESENT);
    const at = BigInt(context.now());
    expect(await dates()).toEqual({ terms_version: PRESENT, terms_proven_at: at, proven_at: at });
  });

  test('an earlier version is stored unchanged: a page may have been open since', async () => {
    expect(await post([EARLIER])).toBe(EARLIER);
  });

  test.each([undefined, null, '', '1999-01-01', 'a\u0000b', 'x'.repeat(5_000), 7, {}, ['2026-11-21']])(
    'of %j is recorded as not stated, together with the payment',
    async (version) => {
      expect(await post([version])).toBe('not stated');
    },
  );
});
