import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { GasNote } from '#src/islands/presale-card/AmountHelp.tsx';
import type { CardModel } from '#src/islands/presale-card/use-card.ts';
import { $balances } from '#src/stores/balances.ts';
import { onPage } from '../states/support/on-page.tsx';

afterEach(() => $balances.set({}));

test('a token payment names the coins for gas if there are few of them, or nobody knows how many', () => {
  const token = findToken(137, 'USDC');
  const card = { token, amount: 5_000_000n, balance: 10_000_000n, coin: 'POL', insufficient: false } as CardModel;
  const note = () => renderToStaticMarkup(onPage(<GasNote card={card} tookMax={false} onUse={() => {}} />));
  expect(note()).toContain('Keep at least 0.0005 POL for gas.');
  $balances.set({ '137:MATIC': 900_000_000_000_000n });
  expect(note()).toContain('Keep at least 0.0005 POL for gas.');
  $balances.set({ '137:MATIC': 1_000_000_000_000_000n });
  expect(note()).toBe('');
});
