import { describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { nothing, onChainInTurn, outcome, sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, fundedWallet, newWallet, payToken, send, tokenAddress, transferData } from '#tests/support/pay.ts';
import { placeContract, withCode } from '#tests/support/place-contract.ts';

sizedMoneySuite('hostile tokens', (suite) => {
  const { stack, chains } = suite;
  describe.each(CHAIN_IDS)('on chain %i', (chainId) => {
    const testInTurn = onChainInTurn(chainId);
    const usdc = tokenAddress(chainId, 'USDC');
    /** 130 dollars: 10,000 SYNX at 0.013. */
    const amount = 130n * 10n ** (chainId === 56 ? 18n : 6n);
    const client = () => chains.client(chainId);

    testInTurn('a fake token with the right symbol goes to review', async () => {
      const wallet = newWallet();
      const fake = await placeContract(client(), 'FakeToken');
      await fund(client(), wallet);
      const hash = await send(client(), {
        from: wallet,
        to: fake.address,
        data: fake.data('transfer', TREASURY, amount),
      });
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'wrong-token'));
    });

    testInTurn('a forged log with a victim as payer credits neither forger nor victim', async () => {
      const [forger, victim] = [newWallet(), newWallet()];
      const fake = await placeContract(client(), 'FakeToken');
      await fund(client(), forger);
      const data = fake.data('forge', victim, TREASURY, amount);
      const hash = await send(client(), { from: forger, to: fake.address, data });
      expect(await outcome(suite, chainId, forger, hash)).toEqual(nothing('rejected', 'foreign-sender'));
      expect(await outcome(suite, chainId, victim, hash)).toEqual(nothing('needs-review', 'wrong-token'));
    });

    testInTurn('a log without movement, from a listed address itself, goes to review', async () => {
      const wallet = await fundedWallet(client());
      await withCode(client(), usdc, 'FakeToken', async () => {
        const hash = await send(client(), { from: wallet, to: usdc, data: transferData(amount) });
        expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'amount-mismatch'));
      });
    });

    testInTurn('a log of 2^256 − 1 units is answered and goes to review', async () => {
      const wallet = await fundedWallet(client());
      await withCode(client(), usdc, 'FakeToken', async () => {
        const hash = await send(client(), { from: wallet, to: usdc, data: transferData(2n ** 256n - 1n) });
        expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'amount-mismatch'));
      });
    });

    testInTurn('a listed token that takes a fee in transit goes to review', async () => {
      const wallet = await fundedWallet(client(), [[usdc, amount]]);
      await withCode(client(), usdc, 'FeeToken', async () => {
        const hash = await send(client(), { from: wallet, to: usdc, data: transferData(amount) });
        expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'amount-mismatch'));
      });
    });

    testInTurn('a Transfer of four topics, as in ERC-721, is not a payment', async () => {
      const wallet = await fundedWallet(client());
      await withCode(client(), usdc, 'FourTopicToken', async () => {
        const hash = await send(client(), { from: wallet, to: usdc, data: transferData(amount) });
        expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('rejected', 'wrong-recipient'));
      });
    });

    testInTurn('an honest token that is not listed goes to review', async () => {
      const wallet = newWallet();
      const elsewhere = newWallet() as `0x${string}`;
      const bytecode = await client().getCode({ address: usdc });
      await client().setCode({ address: elsewhere, bytecode: bytecode ?? '0x' });
      const hash = await payToken(client(), wallet, elsewhere, amount);
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'wrong-token'));
    });

    testInTurn('the USDC of another chain is not listed on this one', async () => {
      const wallet = newWallet();
      const foreign = tokenAddress(chainId === 1 ? 56 : 1, 'USDC');
      const bytecode = await client().getCode({ address: usdc });
      await client().setCode({ address: foreign, bytecode: bytecode ?? '0x' });
      const hash = await payToken(client(), wallet, foreign, amount);
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('needs-review', 'wrong-token'));
    });

    testInTurn('zero tokens are rejected, a reverted transfer has failed', async () => {
      const wallet = await fundedWallet(client());
      const zero = await send(client(), { from: wallet, to: usdc, data: transferData(0n) });
      expect(await outcome(suite, chainId, wallet, zero)).toEqual(nothing('rejected', 'zero-value'));
      const reverted = await send(client(), { from: wallet, to: usdc, data: transferData(amount) });
      expect(await outcome(suite, chainId, wallet, reverted)).toEqual(nothing('failed', null));
    });

    testInTurn('tokens minted straight to the presale address have no payer to credit', async () => {
      const wallet = await fundedWallet(client());
      const mint = await placeContract(client(), 'BatchToken');
      const data = mint.data('mint', TREASURY, amount);
      const hash = await send(client(), { from: wallet, to: usdc, data });
      expect(await outcome(suite, chainId, wallet, hash)).toEqual(nothing('rejected', 'foreign-sender'));
      const row = await stack.context.db
        .selectFrom('payments')
        .select(['status', 'reason'])
        .where('transaction_hash', '=', hash)
        .executeTakeFirst();
      expect(row).toEqual({ status: 'needs-review', reason: 'no-payer' });
    });

    testInTurn('two logs of one transaction are two payments, each credited once', async () => {
      const wallet = await fundedWallet(client(), [[usdc, amount]]);
      await withCode(client(), usdc, 'BatchToken', async () => {
        const hash = await send(client(), { from: wallet, to: usdc, data: transferData(amount) });
        expect(await outcome(suite, chainId, wallet, hash)).toEqual({
          status: 'credited',
          reason: null,
          tokens: '10000',
          balance: '10000',
        });
      });
    });

    testInTurn('tokens moved by a spender are credited to their owner', async () => {
      const [owner, spender] = [newWallet(), newWallet()];
      const payer = await placeContract(client(), 'BatchPayer');
      await fund(client(), owner, [[usdc, amount]]);
      await fund(client(), spender);
      const ledger = await placeContract(client(), 'FeeToken');
      await send(client(), { from: owner, to: usdc, data: ledger.data('approve', spender, amount) });
      const data = ledger.data('transferFrom', owner, TREASURY, amount);
      const hash = await send(client(), { from: spender, to: usdc, data });
      expect(await outcome(suite, chainId, spender, hash)).toEqual(nothing('rejected', 'foreign-sender'));
      expect(await outcome(suite, chainId, owner, hash)).toMatchObject({ status: 'credited', balance: '10000' });
      // The same through a contract that pays twice.
      await fund(client(), owner, [[usdc, amount]]);
      await send(client(), { from: owner, to: usdc, data: ledger.data('approve', payer.address, amount) });
      const twice = payer.data('payTwice', usdc, TREASURY, amount / 10n, amount - amount / 10n);
      const both = await send(client(), { from: owner, to: payer.address, data: twice });
      expect(await outcome(suite, chainId, owner, both)).toMatchObject({ tokens: '10000', balance: '20000' });
    });
  });

  test('BUSD on BSC is not accepted', async () => {
    const wallet = newWallet();
    const hash = await payToken(chains.client(56), wallet, tokenAddress(56, 'BUSD'), 10n ** 20n);
    expect(await outcome(suite, 56, wallet, hash)).toEqual(nothing('needs-review', 'wrong-token'));
  });

  test('the same number of units is a millionth of a millionth where USDT has 18 decimals', async () => {
    const worth: Record<number, string> = {};
    for (const chainId of CHAIN_IDS) {
      const wallet = newWallet();
      const client = chains.client(chainId);
      // 10^12 units: a million dollars with six decimals, a millionth of a dollar with eighteen.
      const hash = await payToken(client, wallet, tokenAddress(chainId, 'USDT'), 1_000_000_000_000n);
      const { status, reason, balance } = await outcome(suite, chainId, wallet, hash);
      worth[chainId] = `${status} ${reason} ${balance}`;
    }
    expect(worth).toEqual({
      1: 'credited null 76923076',
      56: 'needs-review below-one-token 0',
      137: 'credited null 76923076',
    });
  });
});
