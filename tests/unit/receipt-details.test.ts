import { afterEach, expect, test, vi } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { operatorLine } from '#src/config/operator.ts';
import type { Receipt } from '#src/contract/receipts.ts';
import type { ReceiptData } from '#src/scripts/tools/receipt/receipt-data.ts';
import { receiptDetails } from '#src/scripts/tools/receipt/receipt-view.ts';
import { ENGLISH, fakeBrowser } from './states/support/screen.ts';

fakeBrowser();
afterEach(() => vi.unstubAllEnvs());

const HASH = `0x${'ab'.repeat(32)}`;
const ADDRESS = `0x${'12'.repeat(20)}`;
const OPERATOR = {
  ...{ name: 'Example AG', office: 'Example Street 1, Zug', register: null, email: 'help@synx.example' },
};
const WORDS = {
  issuer: `SYNX · ${operatorLine(OPERATOR)}`,
  credited: 'Credited',
  presale: 'Presale',
  explorer: 'Look',
  fee: 'Network fee',
};

/** The statements below a receipt of a payment on a chain. */
function details(chainId: ChainId): string {
  const payload = {
    ...{ id: 'x', chainId, transactionHash: HASH, sender: ADDRESS, recipient: ADDRESS, status: 'credited' },
    ...{ time: '2026-01-01T00:00:00Z', price: null, phase: null, refundUsd: null, blockNumber: null },
  };
  const receipt = { payload, keyId: 'k', signature: 's' } as unknown as Receipt;
  return receiptDetails(receipt, { texts: ENGLISH, words: WORDS, tag: 'en' } as unknown as ReceiptData).outerHTML;
}

test('a receipt names who issued it, with a contact', () => {
  expect(details(1)).toContain('SYNX · Example AG · Example Street 1, Zug · help@synx.example · http://localhost:4321');
});

test('a receipt says that the network fee came on top, and is not what was signed for', () => {
  expect(details(1)).toContain(`<dt>Network fee</dt><dd>${ENGLISH['receipt.fee']}</dd>`);
});

test('a receipt leads to its transaction in the explorer of its chain, if there is one', () => {
  const link = (chainId: ChainId) => /<a href="([^"]+)"/.exec(details(chainId))?.[1];
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(CHAIN_IDS.map(link)).toEqual(
    ['etherscan.io', 'bscscan.com', 'polygonscan.com'].map((explorer) => `https://${explorer}/tx/${HASH}`),
  );
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(link(1)).toBeUndefined();
});
