import { expect, test } from 'vitest';
import { networkOf } from '#src/server/platform/util/network-of.ts';

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113'],
  ['2001:db8:1:2::5', '2001:db8:1'],
  ['2001:db8::5', '2001:db8:0'],
  ['2001:0db8:0001:ffff:1:2:3:4', '2001:db8:1'],
])('%s is in the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '192.168.1.4',
  '172.20.0.1',
  '100.64.1.1',
  'fe80::1',
  'fd00::1',
  'nonsense',
])('%s is a private address', (ip) => expect(networkOf(ip)).toBeNull());
