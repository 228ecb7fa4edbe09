import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import type { Operator } from '#src/config/operator.ts';
import { findToken, type Token } from '#src/config/tokens.ts';
import { Facts } from '#src/islands/presale-card/dialogs/SummarySheet.tsx';
import { cardQuote } from '#src/purchase/offer/card-quote.ts';
import type { PurchaseSummary } from '#src/purchase/purchase-state.ts';
import { onPage } from '../states/support/on-page.tsx';
import { pricing } from './support/pricing.ts';

const ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const OPERATOR: Operator = {
  ...{ name: 'Example AG', office: 'Example Street 1, Zug', register: 'CHE-1', email: 'help@synx.example' },
};

afterEach(() => vi.unstubAllEnvs());

/** The facts of a payment of fifty dollars in USDC, as the review states them. */
function review(chainId: ChainId, operator: Operator | null = null): string {
  const token = findToken(chainId, 'USDC') as Token;
  const amount = 50n * 10n ** BigInt(token.decimals);
  const quote = cardQuote(token, amount, { coinE8: 10n ** 8n, synx: '0.013' }, pricing());
  const summary = { account: ADDRESS, recipient: ADDRESS, gasCost: null, unread: false, checkedAt: 0, ageMs: () => 0 };
  return renderToStaticMarkup(
    onPage(
      <Facts
        coinE8={10n ** 8n}
        intent={{ chainId, symbol: 'USDC', amount: '50' }}
        summary={summary as unknown as PurchaseSummary}
        figures={{ token, amount, synx: '0.013', quote, isMoved: false, isOld: false }}
        now={0}
        operator={operator}
      />,
    ),
  );
}

test('the review names the seller with a contact, and nobody where nobody is named', () => {
  expect(review(1, OPERATOR)).toContain(
    '<dt>Seller</dt><dd><bdi>Example AG · Example Street 1, Zug · CHE-1 · help@synx.example</bdi></dd>',
  );
  expect(review(1)).not.toContain('Seller');
});

test('the review leads to the presale address in the explorer of the payment’s chain, if there is one', () => {
  const link = (chainId: ChainId) => /<a [^>]*href="([^"]+)"/.exec(review(chainId))?.[1];
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(CHAIN_IDS.map(link)).toEqual(
    ['etherscan.io', 'bscscan.com', 'polygonscan.com'].map((explorer) => `https://${explorer}/address/${ADDRESS}`),
  );
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(link(1)).toBeUndefined();
});

test('the review says in words what the wallet must show', () =>
  expect(review(1)).toContain(
    'Your wallet must show exactly 50 USDC leaving, plus the network fee, and nothing else.',
  ));
