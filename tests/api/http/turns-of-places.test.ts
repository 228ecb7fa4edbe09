import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const BURST = 300;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

onSizedEngines('all reads that a minute allows, at once', (open) => {
  const http = onceForAll(open);

  test.each([
    ...['/api/dashboard/holdings/WALLET', '/api/track/wallet/WALLET', '/api/airdrop/history/WALLET'],
    ...['/api/dashboard/leaderboard?by=staked&wallet=WALLET', '/api/records/roots?before=2026-12-31'],
    '/api/openapi.json',
  ])('of one address let those of another one pass: %s (S25)', async (path) => {
    const urlOf = (number: number) => path.replace('WALLET', wallet(number));
    let answered = 0;
    const crowd = Array.from({ length: BURST }, async (_, number) => {
      const { statusCode } = await http.app.inject({ url: urlOf(number), remoteAddress: '9.0.0.1' });
      answered += 1;
      return statusCode;
    });
    // All of them have arrived.
    await setImmediate();
    await http.app.inject({ url: urlOf(BURST), remoteAddress: '9.0.0.2' });
    expect(answered).toBeLessThan(BURST / 4);
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
  });
});
