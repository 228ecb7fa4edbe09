import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin, payToken, tokenAddress } from '#tests/support/pay.ts';
import { sized } from '#tests/support/sized.ts';

const WALLETS = sized(20, 9);

sizedMoneySuite('another buyer’s hash', ({ stack, chains }) => {
  test(`${WALLETS} wallets post the hashes of all others before and after crediting: only payers are credited`, async () => {
    const payers: { wallet: string; hash: string; synx: string }[] = [];
    for (let number = 0; number < WALLETS; number += 1) {
      const chainId = CHAIN_IDS[number % 3] ?? 1;
      const client = chains.client(chainId);
      const wallet = newWallet();
      const dollars = BigInt(number + 10);
      const usdt = tokenAddress(chainId, 'USDT');
      const hash =
        number % 2 === 0
          ? await payToken(client, wallet, usdt, dollars * 10n ** (chainId === 56 ? 18n : 6n))
          : await payCoin(client, wallet, parseEther('1'));
      const native = { 1: 347_190, 56: 70_618, 137: 61 }[chainId];
      payers.push({ wallet, hash, synx: String(number % 2 === 0 ? Math.floor((number + 10) / 0.013) : native) });
    }
    const postOthers = () =>
      Promise.all(
        payers.flatMap(({ wallet }) =>
          payers.filter((other) => other.wallet !== wallet).map(({ hash }) => stack.post(wallet, hash)),
        ),
      );
    // The first answer to a hash may come before the chain was read; it promises nothing either.
    expectForeign(await postOthers(), ['rejected foreign-sender', 'processing null']);
    for (const chainId of CHAIN_IDS) await chains.mine(chainId, 6);
    expectForeign(await postOthers());
    await stack.pass();
    expectForeign(await postOthers());
    for (const { wallet, hash, synx } of payers) {
      expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: synx });
      expect(await stack.post(wallet, hash)).toMatchObject({ status: 'credited', tokensAllocated: synx });
    }
    const credits = await stack.context.db
      .selectFrom('ledger_transfers')
      .select('id')
      .where('kind', '=', 'credit')
      .execute();
    expect(credits).toHaveLength(WALLETS);
  });
});

function expectForeign(answers: readonly PurchaseResponse[], allowed = ['rejected foreign-sender']): void {
  expect(answers).toHaveLength(WALLETS * (WALLETS - 1));
  for (const answer of answers) {
    expect(allowed).toContain(`${answer.status} ${answer.reason}`);
    expect(answer).toMatchObject({
      tokensAllocated: null,
      tokenAmount: null,
      usdAmount: null,
      refundUsd: null,
    });
  }
}
