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
  [' @synx_official ', 'X'],
  ['https://x.com/synx_official//', 'X'],
  ['@synx_official//', 'X'],
  ['https://synx.example/airdrop', 'site'],
  ['synx.example/de/verify?receipt=1#receipts', 'site'],
  ['https://synx.example\\airdrop', 'site'],
  ['https://x.com/synx_official/status/123', 'X'],
])('knows %s', (asked, name) => {
  expect(findChannel(asked, CHANNELS)?.name).toBe(name);
});

it.each(['', 'synx.example.evil.com', 'https://synx-example.com', '@synx_officia1', 'help@synx.example.co', 'x.com'])(
  'does not know %j',
  (asked) => {
    expect(findChannel(asked, CHANNELS)).toBeUndefined();
  },
);

it.each([
  'https://synx.example.evil.com/airdrop',
  'https://synx.example@evil.com/airdrop',
  'https://synx.example:8443/airdrop',
  'https://user:word@synx.example/airdrop',
  'https://x.com/synx_official/../thief',
  'https://x.com/synx_official/%2e%2e/thief',
  'https://x.com/synx_official_help',
  'ftp://synx.example/airdrop',
  'evil.com/https://synx.example',
  'x.comhttps:///synx_official',
  'https://help@synx.example/x',
])('does not take %j for a page of a channel', (asked) => {
  expect(findChannel(asked, CHANNELS)).toBeUndefined();
});
