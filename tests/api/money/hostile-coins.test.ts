import { parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { hostileContract } from '#tests/support/hostile-contracts.ts';
import { nothing, onChainInTurn, outcome, sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, fundedWallet, mined, newWallet, payCoin, send, tokenAddress, transferData } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';

/** Coins worth a few dollars, and the SYNX they buy at 0.013: 4513.48, 918.04 and 800 USD. */
const COINS: Record<ChainId, readonly [bigint, string]> = {
  1: [parseEther('1'), '347190'],
  56: [parseEther('1'), '70618'],
  137: [parseEther('1000'), '61538'],
};

sizedMoneySuite('hostile coin payments', (suite) => {
  const { stack, chains } = suite;
  describe.each(CHAIN_IDS)('on chain %i', (chainId) => {
    const testInTurn = onChainInTurn(chainId);
    const [value, synx] = COINS[chainId];
    const client = () => chains.client(chainId);

    testInTurn('coins and tokens sent to another address are rejected and counted in an alarm', async () => {
      const wallet = newWallet();
      const usdc = tokenAddress(chainId, 'USDC');
      await fund(client(), wallet, [[usdc, 1_000n]]);
      const coins = await send(client(), { from: wallet, to: newWallet(), value });
      expect(await outcome(suite, chainId, wallet, coins)).toEqual(nothing('rejected', 'wrong-recipient'));
      const tokens = await send(client(), { from: wallet, to: usdc, data: transferData(1_000n, newWallet()) });
      expect(await outcome(suite, chainId, wallet, tokens)).toEqual(nothing('rejected', 'wrong-recipient'));
      const alarms = await stack.context.db
        .selectFrom('alarms')
        .select(['examples', 'resolved_at'])
        .where('kind', '=', 'foreign-recipient')
        .execute();
      expect(alarms).toMatchObject([{ resolved_at: null }]);
      for (const hash of [coins, tokens]) expect(alarms[0]?.examples).toContain(`${chainId}/${hash}`);
    });

    testInTurn('a zero amount is rejected, even with data; coins with a message are a payment', async () => {
      const wallet = await fundedWallet(client());
      const zero = await send(client(), { from: wallet, to: TREASURY });
      expect(await outcome(suite, chainId, wallet, zero)).toEqual(nothing('rejected', 'zero-value'));
      const data = await send(client(), { from: wallet, to: TREASURY, data: '0x1234' });
      expect(await outcome(suite, chainId, wallet, data)).toEqual(nothing('rejected', 'wrong-recipient'));
      const message = await send(client(), { from: wallet, to: TREASURY, value, data: '0x1234' });
      expect(await outcome(suite, chainId, wallet, message)).toMatchObject({ status: 'credited', balance: synx });
    });

    testInTurn('a reverted payment has failed', async () => {
      const wallet = await fundedWallet(client());
      // The presale address refuses everything for a moment: PUSH0 PUSH0 REVERT.
      await client().setCode({ address: TREASURY, bytecode: '0x5f5ffd' });
      const hash = await send(client(), { from: wallet, to: TREASURY, value });
      await client().setCode({ address: TREASURY, bytecode: '0x' });
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('failed', null));
    });

    testInTurn('coins passed on by a contract go to review, called or merely sent to it', async () => {
      const wallet = await fundedWallet(client());
      const forwarder = await placeContract(client(), 'Forwarder');
      const data = forwarder.data('forward', TREASURY);
      const called = await send(client(), { from: wallet, to: forwarder.address, value, data });
      expect(await outcome(suite, chainId, wallet, called)).toEqual(nothing('needs-review', 'internal-transfer'));
      // CALL(gas, treasury, callvalue, 0, 0, 0, 0): a deposit contract that forwards everything it receives.
      const relay = newWallet() as `0x${string}`;
      await client().setCode({ address: relay, bytecode: `0x5f5f5f5f3473${TREASURY.slice(2).toLowerCase()}5af1` });
      const sent = await send(client(), { from: wallet, to: relay, value });
      expect(await outcome(suite, chainId, wallet, sent)).toEqual(nothing('needs-review', 'internal-transfer'));
    });

    testInTurn('coins sent by a constructor go to review', async () => {
      const wallet = await fundedWallet(client());
      const hash = await call<`0x${string}`>(client(), 'eth_sendTransaction', [
        {
          from: wallet,
          value: `0x${value.toString(16)}`,
          gas: '0x61a80',
          data: `0x5f5f5f5f3473${TREASURY.slice(2).toLowerCase()}5af1`,
        },
      ]);
      await mined(client(), hash);
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'internal-transfer'));
    });

    testInTurn('a contract wallet is the payer of its tokens, not its owner', async () => {
      const owner = newWallet();
      const wallet = newWallet() as `0x${string}`;
      const usdc = tokenAddress(chainId, 'USDC');
      const amount = 130n * 10n ** (chainId === 56 ? 18n : 6n);
      const { deployedBytecode } = await hostileContract('ContractWallet');
      await fund(client(), owner);
      await fund(client(), wallet, [[usdc, amount]]);
      await client().setCode({ address: wallet, bytecode: deployedBytecode });
      await client().setStorageAt({ address: wallet, index: 0, value: `0x${owner.slice(2).padStart(64, '0')}` });
      const placed = await placeContract(client(), 'ContractWallet');
      const data = placed.data('execute', usdc, 0n, transferData(amount));
      const hash = await send(client(), { from: owner, to: wallet, data });
      expect(await outcome(suite, chainId, owner, hash)).toEqual(nothing('rejected', 'foreign-sender'));
      expect(await outcome(suite, chainId, wallet, hash)).toMatchObject({ status: 'credited', balance: '10000' });
    });

    testInTurn('an account with an EIP-7702 delegation pays like any other', async () => {
      const wallet = await fundedWallet(client());
      const delegate = (await placeContract(client(), 'Forwarder')).address;
      await client().setCode({ address: wallet as `0x${string}`, bytecode: `0xef0100${delegate.slice(2)}` });
      const hash = await send(client(), { from: wallet, to: TREASURY, value });
      expect(await outcome(suite, chainId, wallet, hash)).toMatchObject({ status: 'credited', balance: synx });
    });

    testInTurn('a transfer from the presale address itself is not a payment', async () => {
      await fund(client(), TREASURY);
      const hash = await send(client(), { from: TREASURY, to: TREASURY, value });
      expect(await outcome(suite, chainId, TREASURY.toLowerCase(), hash)).toMatchObject({
        tokens: null,
        balance: '0',
      });
      const rows = await stack.context.db
        .selectFrom('payments')
        .select('id')
        .where('transaction_hash', '=', hash)
        .execute();
      expect(rows).toEqual([]);
    });

    test('below the minimum but worth one SYNX is credited and says so; less goes to review', async () => {
      const wallet = newWallet();
      // One SYNX costs 0.013 USD: 0.000002880… ETH, 0.000014160… BNB, 0.01625 POL.
      const one: Record<ChainId, readonly [bigint, bigint]> = {
        1: [2_880_260_907_327n, 2_880_260_907_326n],
        56: [14_160_603_023_834n, 14_160_603_023_833n],
        137: [16_250_000_000_000_000n, 16_249_999_999_999_999n],
      };
      const [enough, less] = one[chainId];
      const hash = await payCoin(client(), wallet, enough);
      expect(await outcome(suite, chainId, wallet, hash)).toMatchObject({ status: 'credited', balance: '1' });
      expect(await stack.post(wallet, hash)).toMatchObject({ belowMinimum: true, tokensAllocated: '1' });
      const short = await payCoin(client(), wallet, less);
      expect(await outcome(suite, chainId, wallet, short)).toMatchObject({
        status: 'needs-review',
        reason: 'below-one-token',
        balance: '1',
      });
    });
  });
});
