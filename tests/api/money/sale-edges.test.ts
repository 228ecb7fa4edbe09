import { parseEther } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { presalePricingResponseSchema } from '#src/contract/presale.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { cardQuote } from '#src/purchase/offer/card-quote.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { fundedSigner, mined, newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { signPayment } from '#tests/support/sign-payment.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const USDC = tokenAddress(1, 'USDC');
const TOKEN = findToken(1, 'USDC')!;

const chains = onceForAll(startTestChains);

// 197,000,000 SYNX at 0.013 cost 2,561,000 USD; 197,000,000 at 0.022 cost 4,334,000; 98,000,000 at 0.033 cost
// 3,234,000.
sizedEngines('the edges of the sale', (open) => {
  let stack: ApiStack;
  beforeEach(async () => {
    stack = await openStack({ chains, ...(await open()) });
    await stack.pass();
  });
  afterEach(async () => {
    const broken = await checkLedger(stack.context.db);
    await stack.close();
    expect(broken).toEqual([]);
  });

  const send = async (dollars: string) => {
    const wallet = newWallet();
    const [whole = '0', cents = ''] = dollars.split('.');
    const hash = await payToken(chains.client(1), wallet, USDC, BigInt(whole + cents.padEnd(6, '0')));
    return { wallet, hash };
  };
  const buy = async (dollars: string) => {
    const { wallet, hash } = await send(dollars);
    await chains.confirm(1, hash, 6);
    const answer = await stack.post(wallet, hash, { chainId: 1 });
    const { availableToStake } = await stack.balance(wallet);
    const { status, reason, tokensAllocated: tokens, usdAmount: usd, refundUsd: refund, phase, price } = answer;
    return { status, reason, tokens, usd, refund, phase, price, balance: availableToStake };
  };
  const pricing = async () => {
    stack.tick(2_000);
    return presalePricingResponseSchema.parse((await stack.app.inject('/api/presale/pricing')).json());
  };

  const phasesLeft = () =>
    Promise.all([1, 2, 3].map(async (phase) => (await balanceOf(stack.context.db, 'sale', String(phase))) / 10n ** 9n));

  test('a payment across the edge gets the rest of the phase, then the next price, floored once', async () => {
    expect(await buy('2560987')).toMatchObject({ status: 'credited', tokens: '196999000' });
    expect(await pricing()).toMatchObject({ phase: 1, tokensRemaining: '1000', currentPrice: '0.013' });
    // 13 USD for the last 1,000, then 22.019 USD at 0.022: 1,000.86… more.
    expect(await buy('35.019')).toEqual({
      status: 'credited',
      reason: null,
      tokens: '2000',
      usd: '35.019',
      refund: null,
      phase: 1,
      price: '0.013',
      balance: '2000',
    });
    expect(await pricing()).toMatchObject({ phase: 2, tokensRemaining: '196999000', currentPrice: '0.022' });
    expect(await buy('22')).toMatchObject({ tokens: '1000', phase: 2, price: '0.022' });
  });

  test('tokens that payments on their way will get are not offered: a quote near the edge is what its buyer gets', async () => {
    await buy('2560987');
    const quote = async () => {
      const now = await pricing();
      const { tokens, parts } = cardQuote(TOKEN, 22_000_000n, { coinE8: 0n, synx: now.currentPrice }, now);
      return [tokens, parts.map(({ priceMicroUsd }) => priceMicroUsd)];
    };
    expect(await quote()).toEqual([1_409n, [13_000n, 22_000n]]);
    // Half of the last 1,000 in a token, the other half and more in coins: both wait for confirmations.
    const token = await send('6.5');
    await stack.post(token.wallet, token.hash, { chainId: 1 });
    expect(await pricing()).toMatchObject({ phase: 1, tokensRemaining: '500', saleStatus: 'open' });
    const { signer, wallet: payer } = await fundedSigner(chains.client(1));
    const { raw, hash } = await signPayment(signer, 1, { value: parseEther('0.01') });
    await call(chains.client(1), 'eth_sendRawTransaction', [raw]);
    await mined(chains.client(1), hash);
    await stack.post(payer, hash, { chainId: 1 });
    expect(await pricing()).toMatchObject({
      phase: 1,
      tokensRemaining: '0',
      currentPrice: '0.013',
      saleStatus: 'open',
    });
    expect((await pricing()).offers.map(({ reason }) => reason)).not.toContain('sale-over');
    expect(await quote()).toEqual([1_000n, [22_000n]]);
    const { wallet, hash: later } = await send('22');
    await chains.confirm(1, later, 6);
    for (const early of [token, { wallet: payer, hash }])
      expect(await stack.post(early.wallet, early.hash)).toMatchObject({ status: 'credited', phase: 1 });
    const bought = { status: 'credited', phase: 2, price: '0.022', tokensAllocated: '1000' };
    expect(await stack.post(wallet, later, { chainId: 1 })).toMatchObject(bought);
    expect(await pricing()).toMatchObject({ phase: 2, currentPrice: '0.022' });
  });

  test('a payment that sold a phase out and whose block leaves the chain gets the same tokens when it comes back', async () => {
    await buy('2560987');
    const { signer, wallet } = await fundedSigner(chains.client(1));
    // 45.1348 USD: the last 1,000 for 13, and 32.1348 at 0.022 for 1,460.6… more.
    const { raw, hash } = await signPayment(signer, 1, { value: parseEther('0.01') });
    await call(chains.client(1), 'eth_sendRawTransaction', [raw]);
    await mined(chains.client(1), hash);
    await chains.confirm(1, hash, 6);
    const credited = { status: 'credited', tokensAllocated: '2460', usdAmount: '45.1348', phase: 1, price: '0.013' };
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject(credited);
    expect(await pricing()).toMatchObject({ phase: 2 });
    await chains.reorg(1, 6);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '0' });
    const [before] = await phasesLeft();
    expect(before).toBe(1_000n);
    await call(chains.client(1), 'eth_sendRawTransaction', [raw]);
    await mined(chains.client(1), hash);
    await chains.confirm(1, hash, 6);
    await stack.pass([1]);
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject(credited);
    expect(await phasesLeft()).toEqual([0n, 196_998_540n, 98_000_000n]);
    expect(await pricing()).toMatchObject({ phase: 2 });
  });

  test('a rest of a phase worth less than five dollars rolls into the next', async () => {
    // Leaves 385 SYNX, 5.005 USD: the phase continues.
    expect(await buy('2560994.995')).toMatchObject({ tokens: '196999615' });
    expect(await pricing()).toMatchObject({ phase: 1, tokensRemaining: '385' });
    // Leaves 384 SYNX, 4.992 USD: they are sold at the next price.
    expect(await buy('0.013')).toMatchObject({ tokens: '1', phase: 1 });
    expect(await pricing()).toMatchObject({ phase: 2, tokensRemaining: '197000384', currentPrice: '0.022' });
    expect(await buy('22')).toMatchObject({ tokens: '1000', phase: 2 });
  });

  test('when everything is sold the rest of a payment, and every later one, is to be refunded', async () => {
    expect(await buy('10128967')).toMatchObject({ status: 'credited', tokens: '491999000', phase: 1 });
    expect(await pricing()).toMatchObject({ phase: 3, tokensRemaining: '1000', saleStatus: 'open' });
    expect(await buy('66')).toMatchObject({ status: 'credited', tokens: '1000', usd: '33', refund: '33' });
    expect(await pricing()).toMatchObject({ saleStatus: 'sold-out', tokensRemaining: '0', nextPhasePrice: null });
    expect((await pricing()).offers.map(({ reason }) => reason)).toEqual(Array(10).fill('sale-over'));
    expect(await buy('10')).toMatchObject({
      status: 'refund-due',
      reason: 'over-sold',
      tokens: null,
      refund: '10',
      balance: '0',
    });
  });

  test('after the sale was closed payments are to be refunded; one in an earlier block is credited', async () => {
    const before = await send('13');
    const { timestamp } = await chains.client(1).getBlock();
    await stack.context.db
      .updateTable('sale_state')
      .set({ closed_at: timestamp * 1000n })
      .execute();
    await chains.client(1).increaseTime({ seconds: 60 });
    expect(await buy('13')).toMatchObject({ status: 'refund-due', reason: 'sale-over', refund: '13', balance: '0' });
    expect(await stack.post(before.wallet, before.hash)).toMatchObject({ status: 'credited', tokensAllocated: '1000' });
    expect(await pricing()).toMatchObject({ saleStatus: 'closed' });
  });

  test('a payment from before a price rise, credited after it, is answered at the price it got', async () => {
    const early = await send('22');
    const large = await send('2561000');
    await chains.confirm(1, large.hash, 6);
    expect((await stack.post(large.wallet, large.hash, { chainId: 1 })).tokensAllocated).toBe('197000000');
    expect(await stack.post(early.wallet, early.hash, { chainId: 1 })).toMatchObject({
      status: 'credited',
      tokensAllocated: '1000',
      phase: 2,
      price: '0.022',
    });
  });
});
