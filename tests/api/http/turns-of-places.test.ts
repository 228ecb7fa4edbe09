import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onBothEngines, onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { newVisitor, ORIGIN } from '#tests/support/wallet-session.ts';

const BURST = 300;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

onSizedEngines('all reads that a minute allows, at once', (open) => {
  const siteDirectory = sharedFolder();
  writeFileSync(join(siteDirectory, '404.html'), '<!doctype html>not found');
  const http = onceForAll(() => open({ siteDirectory }));

  /** How many of a burst of reads are answered before another one that comes after them. */
  const answeredBefore = async (burst: (number: number) => InjectOptions, other: InjectOptions, status = 200) => {
    let answered = 0;
    const crowd = Array.from({ length: BURST }, async (_, number) => {
      const { statusCode } = await http.app.inject(burst(number));
      answered += 1;
      return statusCode;
    });
    // All of them have arrived.
    await setImmediate();
    await http.app.inject(other);
    const before = answered;
    // On a slow machine the last ones wait for ten seconds.
    const statuses = (await Promise.all(crowd)).filter((one) => one !== 429);
    expect(new Set(statuses)).toEqual(new Set([status]));
    return before;
  };
  const holdings = (number: number, remoteAddress: string): InjectOptions => ({
    url: `/api/dashboard/holdings/${wallet(number)}`,
    remoteAddress,
  });
  const proven = async (remoteAddress: string) => {
    const visitor = newVisitor(http.app, () => http.clock.now, remoteAddress);
    await visitor.connect();
    expect((await visitor.prove()).statusCode).toBe(200);
    return { host: 'localhost:4321', cookie: visitor.cookie };
  };

  test.each([
    ...['/api/dashboard/holdings/WALLET', '/api/track/wallet/WALLET', '/api/airdrop/history/WALLET'],
    ...['/api/dashboard/leaderboard?by=staked&wallet=WALLET', '/api/records/roots?before=2026-12-31'],
    ...['/api/dashboard/leaderboard?by=staked&%77allet=WALLET', '/api/records/roots?befor%65=2026-12-31'],
    '/api/openapi.json',
  ])('of one address let those of another one pass: %s (S25)', async (path) => {
    const from = (remoteAddress: string) => (number: number) => ({
      url: path.replace('WALLET', wallet(number)),
      remoteAddress,
    });
    expect(await answeredBefore(from('9.0.0.1'), from('9.0.0.2')(BURST))).toBeLessThan(BURST / 4);
  });

  test('of one line of a /48 let those of a neighbour pass (S25)', async () => {
    const burst = (number: number) => holdings(number, '2001:db8:7:1::1');
    expect(await answeredBefore(burst, holdings(BURST, '2001:db8:7:2::1'))).toBeLessThan(BURST / 4);
  });

  test('of strangers keep no visitor of their address waiting who has proven a wallet, nor the other way round (S25)', async () => {
    const headers = await proven('9.0.0.3');
    const [own, foreign] = [
      (number: number) => ({ ...holdings(number, '9.0.0.3'), headers }),
      (number: number) => holdings(number, '9.0.0.3'),
    ];
    expect(await answeredBefore(foreign, own(BURST))).toBeLessThan(BURST / 4);
    expect(await answeredBefore(own, foreign(BURST))).toBeLessThan(BURST / 4);
  });

  describe('posts of a hash that is known', () => {
    const known = `0x${'5'.repeat(64)}`;
    beforeAll(async () => {
      const at = BigInt(http.clock.now);
      const rows = Array.from({ length: BURST }, (_, number) => ({
        ...{ transaction_hash: known, wallet: wallet(number), status: 'rejected' as const, reason: null, claims: '{}' },
        ...{ chain_hint: 137n, chain_id: 137n, sender: null, nonce: null, terms_version: null },
        ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
      }));
      await http.context.db.insertInto('submissions').values(rows).execute();
    });
    const post = (walletAddress: string, remoteAddress: string, transactionHash = known): InjectOptions => ({
      ...{ method: 'POST', url: '/api/presale/purchase', remoteAddress },
      headers: { host: 'localhost:4321', origin: ORIGIN },
      payload: { walletAddress, transactionHash },
    });
    const burst = (number: number) => post(wallet(number), '9.0.0.5');

    test('of one address let the post of another one pass, and a read of its own (S25)', async () => {
      expect(await answeredBefore(burst, post(wallet(0), '9.0.0.6'))).toBeLessThan(BURST / 4);
      http.clock.now += 1_000;
      expect(await answeredBefore(burst, holdings(BURST, '9.0.0.5'))).toBeLessThan(BURST / 4);
    });

    test('let a new hash of their own address pass (S25)', async () => {
      http.clock.now += 1_000;
      expect(await answeredBefore(burst, post(wallet(0), '9.0.0.5', `0x${'6'.repeat(64)}`))).toBeLessThan(BURST / 4);
    });
  });

  test.each(['/nothing?wallet=1', '/api/nothing?before=1'])(
    'of addresses without a limit take no turn: %s (S25)',
    async (url) => {
      const began = performance.now();
      await answeredBefore(() => ({ url, remoteAddress: '9.0.0.4' }), holdings(BURST, '9.0.0.4'), 404);
      // Of a file that a new build may have brought, the site's folder is looked at every tenth of a second.
      expect(performance.now() - began).toBeLessThan(5_000);
    },
  );
});

onBothEngines('requests on new connections', (open) => {
  test.each([
    ['reads', (number: number) => ({ path: `/api/dashboard/holdings/${wallet(number)}` })],
    ['posts of one hash', (number: number) => ({ path: '/api/presale/purchase', walletAddress: wallet(number % 25) })],
  ])('of one address, each on a connection of its own, let that of another one pass: %s (S25)', async (_, of) => {
    const proxied = await open({ env: { TRUST_PROXY: '1' } });
    onTestFinished(() => proxied.close());
    await proxied.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = proxied.app.server.address() as AddressInfo;
    let answered = 0;
    const send = (from: string, { path, walletAddress }: { path: string; walletAddress?: string }) => {
      const body = walletAddress && JSON.stringify({ walletAddress, transactionHash: `0x${'7'.repeat(64)}` });
      const posted = { host: 'localhost:4321', origin: ORIGIN, 'content-type': 'application/json' };
      const headers = { ...(body && posted), 'x-forwarded-for': from, connection: 'close' };
      const options = { port, path, method: body ? 'POST' : 'GET', agent: new Agent(), headers };
      return new Promise<void>((resolve, reject) => {
        const call = request(options, (answer) => answer.resume().on('end', resolve));
        call.on('error', reject).end(body);
      });
    };
    const crowd = Array.from({ length: BURST }, async (_, number) => {
      await send('9.0.0.1', of(number));
      answered += 1;
    });
    await send('9.0.0.2', { path: `/api/dashboard/holdings/${wallet(BURST)}` });
    expect(answered).toBeLessThan(BURST / 4);
    await Promise.all(crowd);
  });
});
