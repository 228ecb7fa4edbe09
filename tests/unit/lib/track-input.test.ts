import { expect, it } from 'vitest';
import { parseTrackInput } from '#src/lib/text/track-input.ts';

const HASH = `0x${'Ab'.repeat(32)}`;
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

it('takes a hash in any case, with spaces around it', () => {
  expect(parseTrackInput(` ${HASH}\n`)).toEqual({ kind: 'hash', hash: HASH.toLowerCase(), chainId: null });
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
