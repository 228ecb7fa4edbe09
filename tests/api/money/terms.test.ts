import { readFileSync } from 'node:fs';
import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';

const PRESENT = '2026-11-22';

test('the current version is the day in the terms themselves', () => {
  const terms = readFileSync('content/legal/en/terms.md', 'utf8');
  expect(/^updated: (.+)$/m.exec(terms)?.[1]).toBe(TERMS_VERSIONS.at(-1));
});

sizedMoneySuite('the version of the terms', (suite) => {
  const accepted = async (hash: string) =>
    (
      await suite()
        .stack.context.db.selectFrom('submissions')
        .select('terms_version')
        .where('transaction_hash', '=', hash)
        .executeTakeFirstOrThrow()
    ).terms_version;
  const post = async (versions: readonly unknown[]) => {
    const { stack, chains } = suite();
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

  test('is answered to the wallet that paid, not to one that posted another buyer’s hash', async () => {
    const { stack, chains } = suite();
    const [payer, other] = [newWallet(), newWallet()];
    const hash = await payCoin(chains.client(1), payer, parseEther('1'));
    const told = async (wallet: string) =>
      (await stack.app.inject(`/api/dashboard/holdings/${wallet}`)).json().termsVersion;
    for (const wallet of [payer, other]) {
      expect(await told(wallet)).toBeNull();
      await stack.post(wallet, hash, { chainId: 1, termsVersion: PRESENT });
    }
    expect(await told(payer)).toBe(PRESENT);
    expect(await told(other)).toBeNull();
  });

  test('an earlier version is stored unchanged: a page may have been open since', async () => {
    expect(await post(['2026-11-21'])).toBe('2026-11-21');
  });

  test.each([undefined, null, '', '1999-01-01', 'a\u0000b', 'x'.repeat(5_000), 7, {}, ['2026-11-21']])(
    'of %j is recorded as not stated, together with the payment',
    async (version) => {
      expect(await post([version])).toBe('not stated');
    },
  );
});
