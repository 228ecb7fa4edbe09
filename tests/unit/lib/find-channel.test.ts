import { expect, it } from 'vitest';
import { findChannel } from '#src/lib/text/find-channel.ts';

const CHANNELS = [
  { name: 'site', address: 'https://synx.example' },
  { name: 'mail', address: 'help@synx.example' },
  { name: 'X', address: 'https://x.com/synx_official' },
];

it.each([
  ['https://synx.example/', 'site'],
  ['http://www.synx.example', 'site'],
  ['mailto:Help@synx.example', 'mail'],
  ['https://x.com/synx_official?s=20', 'X'],
  ['@SYNX_official', 'X'],
])('knows %s', (asked, name) => {
  expect(findChannel(asked, CHANNELS)?.name).toBe(name);
});

it.each(['', 'synx.example.evil.com', 'https://synx-example.com', '@synx_officia1', 'help@synx.example.co', 'x.com'])(
  'does not know %j',
  (asked) => {
    expect(findChannel(asked, CHANNELS)).toBeUndefined();
  },
);
