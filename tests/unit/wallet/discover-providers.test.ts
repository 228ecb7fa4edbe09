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
