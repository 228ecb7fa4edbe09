import { beforeAll, expect, test } from 'vitest';
import { privacyDeleteResponseSchema, privacyExportResponseSchema } from '#src/contract/privacy.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { listMissionEntries } from '#src/server/community/airdrop/list-mission-entries.ts';
import { networkHash, sweepNetworks, takePlace } from '#src/server/community/airdrop/networks.ts';
import { captchaToken } from '#tests/support/captcha-token.ts';
import { signedBallot } from '#tests/support/cast-vote.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { CHANNELS, newParticipant, type ParticipantVisitor } from '#tests/support/participant.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const DAY = 86_400_000;

onSizedEngines('a person’s own data', (open) => {
  const http = onceForAll(() => open({ env: CHANNELS, contentDirectory: 'tests/api/services/content' }));
  let anna: ParticipantVisitor;
  beforeAll(async () => {
    anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'anna_own' });
    await decide('approve');
    await anna.mission('youtubeSubscribe', { youtubeUsername: 'Anna Own' });
    await decide('reject');
    await anna.mission('retweet');
    await anna.checkIn();
    const rejected = (await listMissionEntries(http.context.db, { status: 'rejected' }))[0]?.id;
    await anna.post('/api/airdrop/appeal', {
      ...{ walletAddress: anna.wallet, submissionId: String(rejected), text: 'My channel is private to Anna.' },
    });
    await anna.post('/api/voting/vote', (await signedBallot(anna, 'vases')).body);
    const network = await networkHash(http.context.db, '203.0.113.9', http.clock.now);
    await http.context.db
      .transaction()
      .execute((tx) => takePlace(tx, { hash: network, places: 4 }, anna.wallet, BigInt(http.clock.now)));
  });

  const decide = async (decision: 'approve' | 'reject') => {
    const [row] = await listMissionEntries(http.context.db, { status: 'pending' });
    const review = { submissionId: row?.id ?? 0n, decision, staffId: 'ann', reasonCode: 'account-not-found' } as const;
    await decideMissionEntry(http.context.db, review, http.clock.now);
  };
  const own = (path: string, visitor = anna) => visitor.post(`/api/privacy/${path}`, { walletAddress: anna.wallet });

  test('is exported completely to the proven wallet, and to nobody else', async () => {
    const thief = await newParticipant(http);
    expect((await own('export', thief)).json().code).toBe('wrong_wallet');
    await thief.connect(anna.wallet);
    expect((await own('export', thief)).json().code).toBe('proof_required');
    const answer = await own('export');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const data = privacyExportResponseSchema.strict().parse(answer.json());
    expect(data).toMatchObject({
      walletAddress: anna.wallet,
      submissions: [
        { mission: 'xFollow', account: 'anna_own', status: 'confirmed' },
        { mission: 'youtubeSubscribe', account: 'Anna Own', status: 'rejected', reasonCode: 'account-not-found' },
        { mission: 'retweet', account: 'anna_own', status: 'pending' },
      ],
      appeals: [{ text: 'My channel is private to Anna.', state: 'open' }],
      checkIns: [{ day: '2026-05-04', streak: 1 }],
      votes: [{ choice: 'vases' }],
      networks: [{ seenAt: new Date(http.clock.now).toISOString() }],
    });
    expect(data.points.map(({ points }) => points)).toEqual([50, 200]);
  });

  test('requires the signature even if wallets are believed without one', async () => {
    const believing = await open({ env: { WALLET_PROOF: 'off' } });
    const visitor = await newParticipant(believing);
    await visitor.connect(`0x${'7'.repeat(40)}`);
    const answer = await visitor.post('/api/privacy/export', { walletAddress: `0x${'7'.repeat(40)}` });
    await believing.close();
    expect(answer.json().code).toBe('proof_required');
  });

  test('is deleted, except for records that others rely on; a name that has counted remains used without being known', async () => {
    const before = (await anna.read('/api/airdrop/participant'))['totalPoints'];
    const answer = await own('delete');
    expect(privacyDeleteResponseSchema.strict().parse(answer.json())).toMatchObject({
      deleted: { accounts: 2, pendingSubmissions: 1, appealTexts: 1, networks: 1 },
      kept: ['payments', 'points', 'votes', 'referrals'],
    });
    const { db } = http.context;
    const left = JSON.stringify(
      [
        await db.selectFrom('mission_submissions').selectAll().execute(),
        await db.selectFrom('appeals').selectAll().execute(),
        await db.selectFrom('used_accounts').selectAll().execute(),
        await db.selectFrom('network_wallets').selectAll().where('wallet', '<>', '').execute(),
        await db.selectFrom('sessions').selectAll().where('wallet', '=', anna.wallet).execute(),
        await db.selectFrom('session_proofs').selectAll().where('wallet', '=', anna.wallet).execute(),
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(left.toLowerCase()).not.toMatch(/anna|private/);
    expect((await own('export')).json().code).toBe('no_wallet_session');
    expect((await http.app.inject(`/api/airdrop/participant/${anna.wallet}`)).json().totalPoints).toBe(before);
    const other = await newParticipant(http);
    expect((await other.mission('xFollow', { xAccount: 'ANNA_OWN' })).json().code).toBe('account_taken');
  });

  test('keeps the place that it had in its network: one person does not get another one by deleting (S12)', async () => {
    const { app, clock, context } = await open({ env: CHANNELS, contentDirectory: 'tests/api/services/content' });
    const checkIn = async () => {
      const visitor = newVisitor(app, () => clock.now, '198.51.100.7');
      await visitor.connect();
      await visitor.prove();
      const token = await captchaToken(app, visitor.cookie, visitor.wallet);
      const answer = await visitor.post('/api/airdrop/checkin', {
        ...{ walletAddress: visitor.wallet, captchaToken: token },
      });
      const deletion = await visitor.post('/api/privacy/delete', { walletAddress: visitor.wallet });
      const { networks } = privacyDeleteResponseSchema.parse(deletion.json()).deleted;
      return { wallet: visitor.wallet, networks, code: answer.json().code ?? 'paid' };
    };
    const visits: Awaited<ReturnType<typeof checkIn>>[] = [];
    for (let wallets = 0; wallets < 6; wallets += 1) visits.push(await checkIn());
    expect(visits.map(({ code }) => code)).toEqual([...Array(4).fill('paid'), ...Array(2).fill('network_busy')]);
    expect(visits.map(({ networks }) => networks).slice(0, 4)).toEqual([1, 1, 1, 1]);
    const known = await context.db.selectFrom('network_wallets').select('wallet').execute();
    expect(known.filter(({ wallet }) => visits.some((visit) => visit.wallet === wallet))).toEqual([]);
  });

  test('networks are deleted after thirty days, together with their salts', async () => {
    const { db } = http.context;
    const hashes: (string | null)[] = [];
    for (const days of [0, 10, 40]) {
      const at = http.clock.now + days * DAY;
      hashes.push(await networkHash(db, '198.51.100.1', at));
    }
    const wallet = `0x${'8'.repeat(40)}`;
    await db
      .transaction()
      .execute((tx) => takePlace(tx, { hash: hashes[0] ?? null, places: 4 }, wallet, BigInt(http.clock.now)));
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
    await sweepNetworks(db, http.clock.now + 30 * DAY - 1);
    expect(await db.selectFrom('network_wallets').selectAll().where('wallet', '=', wallet).execute()).toHaveLength(1);
    await sweepNetworks(db, http.clock.now + 62 * DAY);
    expect(await db.selectFrom('network_wallets').selectAll().execute()).toEqual([]);
    const salts = await db.selectFrom('settings').select('key').where('key', 'like', 'network-secret:%').execute();
    expect(salts.map(({ key }) => key)).toEqual(['network-secret:2026-06']);
  });
});
