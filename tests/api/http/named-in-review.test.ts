import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { recordedTrack } from '#src/server/money/track/recorded-track.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';

const hash = () => `0x${randomBytes(32).toString('hex')}`;
const wallet = () => `0x${randomBytes(20).toString('hex')}`;
const TOKEN = findToken(137, 'USDC')?.address?.toLowerCase() ?? null;

async function nameIn({ context, clock }: HttpApp, named: string, payer: string, fields: object) {
  const at = BigInt(clock.now);
  const last = hash();
  const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
  const paid = {
    chainId: 137,
    hash: last,
    confirmations: 6n,
    reading: { ...block, from: wallet(), nonce: 0n },
  } as const;
  const row = { ...newPayment(paid, { transferIndex: 0, payer, token: TOKEN, amount: 1n }, at), safe_tx_hash: named };
  await context.db
    .insertInto('payments')
    .values({ ...row, ...fields })
    .execute();
  return last;
}

onSizedEngines('a Safe’s hash that a contract names', (open) => {
  test.each(['stale-price', 'amount-unverifiable', 'quorum-dispute'] as const)(
    'leads to what its wallet paid without a proof, in review (%s), and not to an earlier credited dollar of a contract (S23)',
    async (reason) => {
      const http = await open();
      const [named, contract, safe] = [hash(), wallet(), wallet()];
      const credited = { status: 'credited', tokens: 1n, price_micro_usd: 1n, phase: 1n, usd_micro: 1_000_000n };
      await nameIn(http, named, contract, { ...credited, amount: '1000000' });
      http.clock.now += 1_000;
      const executedBy = await nameIn(http, named, safe, { status: 'needs-review', reason, amount: '30000000' });
      expect(await recordedTrack(http.context.db, named, null)).toMatchObject({ status: 'needs-review', executedBy });
      await http.close();
    },
  );
});
