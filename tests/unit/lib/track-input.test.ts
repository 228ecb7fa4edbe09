import { expect, it } from 'vitest';
import { isShortened, parseTrackInput } from '#src/lib/text/track-input.ts';

const HASH = `0x${'Ab'.repeat(32)}`;
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

it('takes a hash in any case, with spaces around it', () => {
  expect(parseTrackInput(` ${HASH}\n`)).toEqual({ kind: 'hash', hash: HASH.toLowerCase(), chainId: null });
});

const full = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));

it.each([
  `${HASH.slice(0, 34)}\n${HASH.slice(34)}`,
  // Its first line alone would be a wallet.
  `${HASH.slice(0, 42)}\r\n  ${HASH.slice(42)}`,
  `${HASH.slice(0, 20)}\u200b${HASH.slice(20, 50)}\u00ad${HASH.slice(50)}`,
  HASH.slice(2),
  `hash: ${HASH.slice(2)}.`,
  full(HASH),
  full(HASH.slice(2)),
  `${HASH.slice(0, 50)} ${HASH.slice(50)}`,
  `0X${HASH.slice(2)}`,
])('a payment is found by a hash that was pasted as %j', (text) => {
  expect(parseTrackInput(text)).toEqual({ kind: 'hash', hash: HASH.toLowerCase(), chainId: null });
});

it('reads a wallet in full-width letters or broken over lines, and a receipt number too', () => {
  expect(parseTrackInput(full(WALLET))).toEqual({ kind: 'wallet', wallet: WALLET });
  expect(parseTrackInput(`${WALLET.slice(0, 21)}\n${WALLET.slice(21)}`)).toEqual({ kind: 'wallet', wallet: WALLET });
  expect(parseTrackInput(`56-${HASH.slice(0, 30)}\n${HASH.slice(30)}-coin`)).toMatchObject({ chainId: 56 });
});

it.each(['0x1234…abcd', '0x1234...abcd', 'tx 0xAB12 … cd34', '0x12345⋯abcde', '0x12**34', full('0x1234…abcd')])(
  '%s is told to be shortened',
  (text) => expect([parseTrackInput(text), isShortened(text)]).toEqual([null, true]),
);

it('nothing whole and nothing else is told to be shortened', () => {
  for (const text of [HASH, WALLET, 'hello…', '', '0x…', `see ${HASH}...`]) expect(isShortened(text)).toBe(false);
});

it('takes a receipt number with its chain', () => {
  for (const place of ['coin', '3', '120000']) {
    const asked = parseTrackInput(`56-${HASH}-${place}`);
    expect(asked).toEqual({ kind: 'hash', hash: HASH.toLowerCase(), chainId: 56 });
  }
});

it('takes a wallet and leaves its checksum unchanged', () => {
  expect(parseTrackInput(WALLET)).toEqual({ kind: 'wallet', wallet: WALLET });
});

it('finds its input in the address of an explorer', () => {
  expect(parseTrackInput(`https://etherscan.io/tx/${HASH}#eventlog`)).toMatchObject({ kind: 'hash' });
  expect(parseTrackInput(`https://bscscan.com/address/${WALLET}`)).toMatchObject({ kind: 'wallet' });
});

it.each(['', 'hello', HASH.slice(0, -1), `${HASH}0`, `${WALLET}1`, WALLET.slice(2), '0x'])('refuses %j', (text) => {
  expect(parseTrackInput(text)).toBeNull();
});

it('finds a wallet that is followed by other text', () => {
  expect(parseTrackInput(`${WALLET}, thanks`)).toEqual({ kind: 'wallet', wallet: WALLET });
});
