import { expect, test } from 'vitest';
import { cardIntentResponseSchema } from '#src/contract/card.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const WALLET = `0x${'a1'.repeat(20)}`;
const RECEIVER = `0x${'b2'.repeat(20)}`;
const INTENT = {
  usdcDestination: WALLET,
  synxDestination: RECEIVER,
  usdAmount: '20',
  synxTokens: 1538,
  checkoutUrl: 'https://pay.example/checkout?id=1',
};

onSizedEngines('the card flow, which is not live', (open) => {
  const http = onceForAll(open);
  const post = (payload: object) =>
    http.app.inject({ method: 'POST', url: '/api/moonpay/create-transaction', payload });

  test('[R7.023 R7.024] takes the five fields, records the intent as not live and answers transactionId', async () => {
    const answer = await post(INTENT);
    expect(answer.statusCode, answer.body).toBe(200);
    const { transactionId } = cardIntentResponseSchema.strict().parse(answer.json());
    expect(await http.context.db.selectFrom('card_intents').selectAll().execute()).toEqual([
      {
        id: transactionId,
        status: 'not-live',
        usdc_destination: WALLET,
        synx_destination: RECEIVER,
        usd_amount: '20',
        synx_tokens: '1538',
        checkout_url: INTENT.checkoutUrl,
        created_at: BigInt(http.clock.now),
      },
    ]);
  });

  test('nothing is credited by it', async () => {
    await post(INTENT);
    expect(await http.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    for (const wallet of [WALLET, RECEIVER])
      expect((await http.app.inject(`/api/staking/balance/${wallet}`)).json().availableToStake).toBe('0');
  });

  test.each([
    { usdcDestination: '0x1' },
    { synxDestination: undefined },
    { usdAmount: '-1' },
    { synxTokens: 'many' },
    { checkoutUrl: 'javascript:alert(1)' },
    { checkoutUrl: 'http://pay.example/' },
  ])('%j is refused', async (wrong) => {
    expect((await post({ ...INTENT, ...wrong })).statusCode).toBe(400);
  });
});
