import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { displayFor } from '#src/islands/dashboard/display.ts';
import { Purchases } from '#src/islands/dashboard/Purchases.tsx';
import { onPage } from '../states/support/on-page.tsx';

const HASH = `0x${'a'.repeat(64)}`;

afterEach(() => vi.unstubAllEnvs());

const PURCHASE = {
  ...{ transactionHash: HASH, status: 'credited', createdAt: '2026-01-01T00:00:00Z', id: null, receipt: null },
  ...{ paymentAmount: null, paymentMethod: null, paymentBaseUnits: null, usdAmount: null, tokenAmount: null },
  ...{ price: null, phase: null, block: null, reason: null, refundUsd: null, refundsPaid: [], replacedBy: null },
};
const HOLDINGS = { wallet: `0x${'1'.repeat(40)}`, purchasesTotal: 1, usd: { paid: '1' }, tokens: { purchased: '1' } };

/** The addresses that the row of a payment on a chain leads to. */
function linksOf(chainId: ChainId | null): readonly string[] {
  const holdings = { ...HOLDINGS, purchases: [{ ...PURCHASE, chainId }] } as unknown as Holdings;
  const html = renderToStaticMarkup(
    onPage(<Purchases display={displayFor('en', false)} holdings={holdings} isOwn={false} />, {
      words: { explorer: 'Explorer' },
      paths: { track: '/track', receipt: '/receipt' },
    }),
  );
  return Array.from(html.matchAll(/<a class="link" href="([^"]+)"/g), ([, href = '']) => href);
}

test.each([
  [1, 'https://etherscan.io'],
  [56, 'https://bscscan.com'],
  [137, 'https://polygonscan.com'],
] as const)('a payment on chain %s leads to its transaction in that chain’s explorer', (chainId, explorer) => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(linksOf(chainId)).toEqual([`/track?hash=${HASH}&amp;chain=${chainId}`, `${explorer}/tx/${HASH}`]);
});

test('no explorer knows a transaction of a local chain, or one on no chain', () => {
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(linksOf(null)).toEqual([`/track?hash=${HASH}`]);
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(linksOf(1)).toEqual([`/track?hash=${HASH}&amp;chain=1`]);
});
