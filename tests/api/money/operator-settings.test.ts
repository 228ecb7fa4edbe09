import { encodeFunctionData, parseAbi, parseEther } from 'viem';
import { expect, test } from 'vitest';
import { presalePricingResponseSchema } from '#src/contract/presale.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { EnvironmentError } from '#src/server/platform/env/env.ts';
import { nothing, outcome, sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fundedWallet, newWallet, payCoin, payToken, send, tokenAddress } from '#tests/support/pay.ts';

const OPERATOR = newWallet();
const USDC = tokenAddress(1, 'USDC');

const settings = {
  // As an operator writes it, in any letter case.
  TREASURY_IGNORE_SENDERS: `0x${OPERATOR.slice(2).toUpperCase()}`,
};

sizedMoneySuite(
  'an operator’s settings',
  (suite) => {
    const { stack, chains, confirm } = suite;
    const client = () => chains.client(1);
    const offer = async (symbol: string) => {
      stack.tick(2_000);
      const answer = await stack.app.inject('/api/presale/pricing');
      const { offers } = presalePricingResponseSchema.parse(answer.json());
      return offers.find(({ chainId, paymentMethod }) => chainId === 1 && paymentMethod === symbol);
    };

    test('top-ups of the presale address by a named sender are not purchases', async () => {
      const hash = await payCoin(client(), OPERATOR, parseEther('1'));
      await confirm(1, hash);
      const rows = await stack.context.db
        .selectFrom('payments')
        .select('id')
        .where('transaction_hash', '=', hash)
        .execute();
      expect(rows).toEqual([]);
      expect(await stack.balance(OPERATOR)).toEqual({ stakedBalance: '0', availableToStake: '0' });
    });

    test('a token that is switched off is not offered, and a payment in it goes to review', async () => {
      const off = { key: 'switched-off-tokens', value: '1:USDT', set_by: 'ada', reason: 'paused', created_at: 1n };
      await stack.context.db.insertInto('live_settings').values(off).execute();
      const wallet = newWallet();
      const hash = await payToken(client(), wallet, tokenAddress(1, 'USDT'), 130_000_000n);
      expect(await outcome(suite, 1, wallet, hash)).toEqual(nothing('needs-review', 'token-off'));
      expect(await offer('USDT')).toMatchObject({ offered: false, reason: 'switched-off' });
      expect(await offer('USDC')).toMatchObject({ offered: true });
    });

    test('a database with the books of another presale address, or of local chains, is refused', async () => {
      const { context, clock } = stack;
      const { db, env } = context;
      const start = (more: object) => initialiseSale(db, { ...env, ...more }, clock.now);
      const books = () => db.selectFrom('ledger_transfers').select('id').execute();
      const before = await books();
      await start({});
      const other = { presaleAddress: newWallet() };
      for (const more of [other, { rehearsal: false }]) {
        const refusal = await start(more).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(EnvironmentError);
        expect(String(refusal)).toMatch(/the database belongs to "rehearsal 0x[0-9a-f]{40}".*use another database/s);
      }
      expect(await books()).toEqual(before);
    });

    test('a new rate of staking is not dated by a clock that no chain has confirmed [S27]', async () => {
      const { context, clock } = stack;
      const { db, env } = context;
      const rates = () => db.selectFrom('rate_history').selectAll().execute();
      const before = await rates();
      await initialiseSale(db, env, clock.now, false);
      const start = initialiseSale(db, { ...env, stakingRate: env.stakingRate + 1n }, clock.now, false);
      await expect(start).rejects.toThrow('no chain tells the time');
      expect(await rates()).toEqual(before);
    });

    test('a token with unexpected decimals is not sold until they are right again', async () => {
      const wallet = await fundedWallet(client());
      const initialize = (decimals: number) =>
        send(client(), {
          from: wallet,
          to: USDC,
          data: encodeFunctionData({
            abi: parseAbi(['function initialize(string name, string symbol, uint8 decimals)']),
            args: ['USD Coin', 'USDC', decimals],
          }),
        });
      const checkAgain = async () => {
        stack.tick(60_000);
        await stack.pass([1]);
      };
      await initialize(7);
      await checkAgain();
      const hash = await payToken(client(), wallet, USDC, 130_000_000n);
      expect(await outcome(suite, 1, wallet, hash)).toEqual(nothing('needs-review', 'token-mismatch'));
      expect(await offer('USDC')).toMatchObject({ offered: false, reason: 'token-mismatch' });
      await initialize(6);
      await checkAgain();
      expect(await offer('USDC')).toMatchObject({ offered: true, reason: null });
    });
  },
  { env: settings },
);
