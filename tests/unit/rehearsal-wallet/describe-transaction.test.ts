import { expect, test } from 'vitest';
import { describeTransaction } from '#src/dev/rehearsal-wallet/describe-transaction.ts';

const PRESALE = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const values = (...of: Parameters<typeof describeTransaction>) =>
  Object.fromEntries(describeTransaction(...of).map(({ label, value }) => [label, value]));

test('a coin transfer shows amount, full recipient and chain', () => {
  expect(values(137, { to: PRESALE, value: '0xde0b6b3a7640000' })).toEqual({
    'You send': '1 POL',
    To: PRESALE,
    Network: 'Polygon (137)',
  });
});

test('a token transfer is decoded with the decimals of its chain, its recipient in the letters that the site shows', () => {
  const call = (amount: bigint) =>
    `0xa9059cbb${PRESALE.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
  const six = values(1, { to: '0xdAC17F958D2ee523a2206206994597C13D831ec7', data: call(12_500_000n) });
  expect(six).toMatchObject({ 'You send': '12.5 USDT', To: PRESALE });
  const eighteen = values(56, {
    to: '0x55d398326f99059fF775485246999027B3197955',
    data: call(12_500_000_000_000_000_000n),
  });
  expect(eighteen).toMatchObject({ 'You send': '12.5 USDT', To: PRESALE });
});

test('an unknown call is shown unchanged', () => {
  expect(values(1, { to: PRESALE, data: '0x095ea7b3' })).toMatchObject({ 'Unknown call': '0x095ea7b3' });
});
