import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { SuccessPanel } from '#src/islands/presale-card/SuccessPanel.tsx';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { IDLE } from '#src/purchase/purchase-state.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { onPage } from '../states/support/on-page.tsx';
import { answerOf, HASH } from '../states/support/payment-screens.tsx';
import { ENGLISH, screenOf } from '../states/support/screen.ts';

const PAYER = `0x${'12'.repeat(20)}` as const;
const STRANGER = `0x${'34'.repeat(20)}` as const;
const t = textOf(ENGLISH);
const words = { account: shortenAddress(PAYER) };

beforeEach(() => $answers.set({}));
afterEach(() => vi.unstubAllEnvs());

/** The panel of a payment of `PAYER`, with an account in the wallet. */
function panel(connected: `0x${string}` | null, status: 'credited' | 'confirming') {
  $wallet.setKey('account', connected);
  const result = answerOf({ status, tokensAllocated: status === 'credited' ? '100' : null });
  const purchase = { ...IDLE, stage: 'success' as const, account: PAYER, hash: HASH, chainId: 1 as const, result };
  return screenOf(onPage(<SuccessPanel purchase={purchase} />));
}

test('the account that paid may stake what was credited', () => {
  expect(panel(PAYER, 'credited')).toContain(t('presale.success.stake'));
  expect(panel(PAYER, 'credited')).not.toContain(t('pay.success.otherAccount', words));
});

test.each([STRANGER, null])(
  'with %s in the wallet the card names the account that paid, and nothing to stake',
  (other) => {
    const lines = panel(other, 'credited');
    expect(lines).toContain(t('pay.success.otherAccount', words));
    expect(lines).toContain(t('pay.success.payer', words));
    expect(lines).not.toContain(t('presale.success.stake'));
    expect(lines).not.toContain(t('presale.success.credited'));
    // Before the credit as well.
    expect(panel(other, 'confirming')).toContain(t('pay.success.payer', words));
    expect(panel(other, 'confirming')).not.toContain(t('presale.success.stake'));
  },
);

/** Where the panel leads to outside of the site after a payment. */
function linkOf(chainId: ChainId | null, change: Parameters<typeof answerOf>[0] = {}): string | undefined {
  const purchase = { ...IDLE, stage: 'success', hash: HASH, chainId, result: answerOf({ chainId, ...change }) };
  const html = renderToStaticMarkup(onPage(<SuccessPanel purchase={purchase as never} />));
  return /href="(https:[^"]+)"/.exec(html)?.[1];
}

test('the panel leads to the transaction in the explorer of its chain', () => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(CHAIN_IDS.map((chainId) => linkOf(chainId))).toEqual(
    ['etherscan.io', 'bscscan.com', 'polygonscan.com'].map((explorer) => `https://${explorer}/tx/${HASH}`),
  );
});

test('no explorer knows an invented transaction, or one of a local chain', () => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect([linkOf(null), linkOf(1, { status: 'debug' })]).toEqual([undefined, undefined]);
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(linkOf(1)).toBeUndefined();
});
