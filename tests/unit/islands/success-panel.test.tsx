import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import { SuccessPanel } from '#src/islands/presale-card/SuccessPanel.tsx';
import { textOf } from '#src/lib/text/text-of.ts';
import { IDLE } from '#src/purchase/purchase-state.ts';
import { answerOf, HASH } from '../states/support/payment-screens.tsx';
import { ENGLISH } from '../states/support/screen.ts';

afterEach(() => vi.unstubAllEnvs());

/** Where the panel leads to outside of the site after a payment. */
function linkOf(chainId: ChainId | null, change: Parameters<typeof answerOf>[0] = {}): string | undefined {
  const t = textOf(ENGLISH);
  const purchase = { ...IDLE, stage: 'success', hash: HASH, chainId, result: answerOf({ chainId, ...change }) };
  const html = renderToStaticMarkup(
    <SuccessPanel t={t} later={t} tag="en" purchase={purchase as never} stakingPath="/staking" />,
  );
  return /href="(https:[^"]+)"/.exec(html)?.[1];
}

test('the panel leads to the transaction in the explorer of its chain', () => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(([1, 56, 137] as const).map((chainId) => linkOf(chainId))).toEqual(
    ['etherscan.io', 'bscscan.com', 'polygonscan.com'].map((explorer) => `https://${explorer}/tx/${HASH}`),
  );
});

test('no explorer knows an invented transaction, or one of a local chain', () => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect([linkOf(null), linkOf(1, { status: 'debug' })]).toEqual([undefined, undefined]);
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(linkOf(1)).toBeUndefined();
});
