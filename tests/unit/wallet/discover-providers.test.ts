import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeProvider } from './fake-provider.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

async function discover(announced: readonly unknown[]) {
  const { discoverProviders, knownWallets } = await import('#src/wallet/discover-providers.ts');
  discoverProviders(() => undefined);
  for (const detail of announced)
    window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
  return knownWallets();
}

const ICON = 'data:image/svg+xml,';
const good = { info: { uuid: 'good', name: 'Good', rdns: 'com.good', icon: ICON }, provider: new FakeProvider() };

test('(S34) a malformed announcement hides no wallet, and is none', async () => {
  const { provider } = good;
  const wallets = await discover([
    null,
    'text',
    {},
    { info: good.info },
    { info: { ...good.info, uuid: 'a', name: { toString: 'x' } }, provider },
    { info: { ...good.info, uuid: 'b', rdns: 7 }, provider },
    { info: { ...good.info, uuid: 'c', name: '  ' }, provider },
    { info: { ...good.info, uuid: 'd' }, provider: 'none' },
    good,
  ]);
  expect(wallets).toEqual([good]);
});

test('(S34) a long name is cut, an icon is trimmed, and another address is no icon', async () => {
  const { provider } = good;
  const wallets = await discover([
    { info: { ...good.info, uuid: 'long', name: 'W'.repeat(400), icon: ` ${ICON}\n` }, provider },
    { info: { ...good.info, uuid: 'far', icon: 'https://example.org/icon.png' }, provider },
  ]);
  expect(wallets.map(({ info }) => [info.name.length, info.icon])).toEqual([
    [40, ICON],
    [4, ''],
  ]);
});

test('(S34) no extension takes the place of another by its uuid', async () => {
  const wallets = await discover([good, { info: { ...good.info, name: 'Evil' }, provider: new FakeProvider() }]);
  expect(wallets).toEqual([good]);
});

test('(S34) an announcement that throws when it is read stops no other, and no page', async () => {
  const trap = () => {
    throw new Error('trap');
  };
  const failures: unknown[] = [];
  const report = (error: unknown) => failures.push(error);
  process.on('uncaughtException', report);
  const wallets = await discover([
    Object.defineProperty({}, 'info', { get: trap }),
    { info: new Proxy({}, { get: trap }), provider: good.provider },
    good,
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', report);
  expect(wallets).toEqual([good]);
  expect(failures).toEqual([]);
});

test('(S34) a name is one line that turns no other text around, and a blank one is no name', async () => {
  const { provider } = good;
  const named = (uuid: string, name: string) => ({ info: { ...good.info, uuid, name }, provider });
  const wallets = await discover([
    named('turned', '\u202eksaMateM\u202c\u2066 x\u0000\u200f'),
    named('blank', '\u200b\u2060\ufeff'),
    named('huge', 'W'.repeat(5_000_000)),
    good,
  ]);
  expect(wallets.map(({ info }) => info.name)).toEqual(['ksaMateM x', `${'W'.repeat(39)}…`, 'Good']);
});

test('(S34) an icon of many megabytes, or of code, is none', async () => {
  const { provider } = good;
  const drawn = (uuid: string, icon: unknown) => ({ info: { ...good.info, uuid, icon }, provider });
  const wallets = await discover([
    drawn('a', `${ICON}${'x'.repeat(5_000_000)}`),
    drawn('b', 'javascript:alert(1)'),
    drawn('c', 'data:text/html,<script>alert(1)</script>'),
    drawn('d', { toString: () => ICON }),
  ]);
  expect(wallets.map(({ info }) => info.icon)).toEqual(['', '', '', '']);
});

test('(S34) of two hundred wallets fifty are offered', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    ...good,
    info: { ...good.info, uuid: `${at}`, rdns: `com.good${at}` },
  }));
  expect(await discover(many)).toHaveLength(50);
});

test('the older window.ethereum is a wallet as long as none announces itself', async () => {
  const { provider } = good;
  vi.stubGlobal('ethereum', provider);
  const info = { uuid: 'window.ethereum', name: 'Browser wallet', icon: '', rdns: '' };
  expect(await discover([])).toEqual([{ info, provider }]);
  expect(await discover([good])).toEqual([good]);
});

test('a page that is rendered on the server has no wallets', async () => {
  vi.unstubAllGlobals();
  expect(await discover([])).toEqual([]);
});

test('(S34) an extension that announces itself a hundred times hides no other', async () => {
  const { provider } = good;
  const many = Array.from({ length: 100 }, (_, index) => ({ info: { ...good.info, uuid: `${index}` }, provider }));
  const other = { info: { ...good.info, uuid: 'other', rdns: 'com.other' }, provider };
  const wallets = await discover([...many, other]);
  expect(wallets).toHaveLength(6);
  expect(wallets).toContainEqual(other);
});
