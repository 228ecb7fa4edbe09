import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { type ClaimCall, claimCalldata, readClaimCalldata } from '#src/lib/allocation/claim-call.ts';
import { amountsOf } from '#src/lib/allocation/entry.ts';
import { randomEntries } from '#tests/support/allocation-lists.ts';
import { random } from '#tests/support/random.ts';

const ABI = parseAbi([
  'struct Entry { address account; uint64 bought; uint64 staked; uint64 rewards; uint64 airdrop; bytes32[] proof; }',
  'function claim(Entry entry)',
  'function claimTo(Entry entry, address to)',
]);
const rolls = random(40);
const hash = () =>
  `0x${rolls
    .below(2 ** 31)
    .toString(16)
    .padStart(64, 'a')}`;
const TO = `0x${'c'.repeat(40)}`;

test('a claim is encoded as viem encodes it, and read back', () => {
  for (const [index, entry] of randomEntries(rolls, 33).entries()) {
    const proof = Array.from({ length: index }, hash);
    const given = { ...entry, account: entry.address as Hex, proof: proof as Hex[] };
    const claim: ClaimCall = { entry, proof, to: null };
    expect(claimCalldata(claim)).toBe(encodeFunctionData({ abi: ABI, functionName: 'claim', args: [given] }));
    expect(readClaimCalldata(claimCalldata(claim))).toEqual(claim);
    const elsewhere: ClaimCall = { entry, proof, to: TO };
    const data = encodeFunctionData({ abi: ABI, functionName: 'claimTo', args: [given, TO as Hex] });
    expect(claimCalldata(elsewhere)).toBe(data);
    expect(readClaimCalldata(data)).toEqual(elsewhere);
  }
});

test('only the one encoding of a claim is read', () => {
  const [entry] = randomEntries(rolls, 2);
  if (entry === undefined) throw new Error('no entry');
  const of = (length: number, to: string | null = null) =>
    claimCalldata({ entry, proof: Array.from({ length }, hash), to });
  expect(readClaimCalldata(of(32))?.proof).toHaveLength(32);
  const data = of(3);
  const withWord = (index: number, word: string) =>
    `${data.slice(0, 10 + 64 * index)}${word.padStart(64, '0')}${data.slice(74 + 64 * index)}`;
  const wrong = [
    undefined,
    '',
    '0x',
    data.slice(0, 10),
    data.slice(0, -2),
    data.slice(0, -64),
    `${data}00`,
    `${data}${'0'.repeat(64)}`,
    data.toUpperCase(),
    data.replace('0x7f3bbbcb', '0xbc0ec290'),
    data.replace('0x7f3bbbcb', '0xa9059cbb'),
    of(3, TO).replace('0xbc0ec290', '0x7f3bbbcb'),
    of(33),
    withWord(0, '40'),
    withWord(1, `1${entry.address.slice(2)}`),
    ...amountsOf(entry).map((amount, index) => withWord(2 + index, (amount + 2n ** 64n).toString(16))),
    withWord(6, 'a0'),
    withWord(7, '2'),
    withWord(7, '4'),
    withWord(7, `1${'0'.repeat(63)}`),
  ];
  for (const each of wrong) expect(readClaimCalldata(each), String(each)).toBeNull();
});
