import { beforeAll, expect, test } from 'vitest';
import { decideAppeal } from '#src/server/community/airdrop/appeals.ts';
import { listMissionEntries } from '#src/server/community/airdrop/list-mission-entries.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { CHANNELS, newParticipant, type ParticipantVisitor } from '#tests/support/participant.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';

const CODE = /^SYNX-[0-9A-HJKMNP-TV-Z]{8}$/;

onSizedEngines('a disputed name', (open) => {
  const http = onceForAll(() => open({ env: CHANNELS }));
  let rex: StaffMember;
  beforeAll(async () => {
    rex = await newStaffMember(http, 'rex', 'reviewer');
  });

  const db = () => http.context.db;
  const newest = async ({ wallet }: ParticipantVisitor) => {
    const row = (await listMissionEntries(db(), { wallet, limit: 200 })).at(-1);
    if (row === undefined) throw new Error(`${wallet} has submitted nothing`);
    return row;
  };
  const approve = async (visitor: ParticipantVisitor) =>
    rex.act('approve-submission', { id: String((await newest(visitor)).id) });
  const points = async (visitor: ParticipantVisitor) => (await visitor.read('/api/airdrop/participant'))['totalPoints'];
  const submission = async (visitor: ParticipantVisitor, reader = visitor) =>
    (await reader.get(`/api/airdrop/x-verification/status/${visitor.wallet}`)).json().submission;
  const follow = (visitor: ParticipantVisitor, xAccount: string, dispute?: boolean) =>
    visitor.mission('xFollow', { xAccount, ...(dispute === undefined ? {} : { dispute }) });
  /** A wallet for which the name of another person has counted, and the owner of the account, who disputes that. */
  const disputed = async (name: string) => {
    const [holder, owner] = [await newParticipant(http), await newParticipant(http)];
    await follow(holder, name);
    await approve(holder);
    const refused = await follow(owner, `@${name.toUpperCase()}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account_taken']);
    expect((await follow(owner, `@${name.toUpperCase()}`, true)).json()).toMatchObject({
      status: 'pending',
      points: 0,
    });
    return { holder, owner };
  };

  test('asks nothing of anybody without a dispute, even if one is claimed', async () => {
    const [first, second] = [await newParticipant(http), await newParticipant(http)];
    await follow(first, 'quiet_name', true);
    await follow(second, 'quiet_name');
    for (const visitor of [first, second]) {
      expect(await submission(visitor)).not.toHaveProperty('proofCode');
      expect((await newest(visitor)).dispute).toBeNull();
    }
    await approve(first);
    expect(await points(first)).toBe(200);
    // The other one is in dispute from now on, and is told so.
    expect((await submission(second)).proofCode).toMatch(CODE);
  });

  test('gives its claimant a code bound to wallet and name, and tells nobody else', async () => {
    const { holder, owner } = await disputed('code_name');
    const { proofCode } = await submission(owner);
    expect(proofCode).toMatch(CODE);
    expect((await submission(owner)).proofCode).toBe(proofCode);
    expect(await submission(owner, holder)).not.toHaveProperty('proofCode');
    const other = await newParticipant(http);
    await follow(other, 'code_name', true);
    expect((await submission(other)).proofCode).not.toBe(proofCode);
    expect(await submission(holder)).toMatchObject({ status: 'confirmed' });
    expect(JSON.stringify(await db().selectFrom('mission_submissions').selectAll().execute(), plain)).not.toContain(
      String(proofCode),
    );
  });

  test('remains with its holder unless the reviewer has found the code', async () => {
    const { holder, owner } = await disputed('kept_name');
    const { id, dispute } = await newest(owner);
    expect(dispute).toMatchObject({ wallet: holder.wallet, code: (await submission(owner)).proofCode });
    expect(await rex.refused('approve-submission', { id: String(id) })).toContain('has counted for another wallet');
    await rex.act('reject-submission', { id: String(id), reason: 'account-taken' });
    expect([await points(holder), await points(owner)]).toEqual([200, 0]);
    expect((await submission(holder)).status).toBe('confirmed');
    const appeal = { submissionId: String(id), text: 'It is mine.', walletAddress: owner.wallet };
    const filed = (await owner.post('/api/airdrop/appeal', appeal)).json();
    const decision = { appealId: BigInt(filed.id), decision: 'grant', answer: null, staffId: 'ben' } as const;
    expect(await decideAppeal(db(), decision, http.clock.now)).toEqual({ ok: false, code: 'account_taken' });
  });

  test('moves with its points to the owner whose code was found, on record', async () => {
    const { holder, owner } = await disputed('moved_name');
    await holder.checkIn();
    expect(await points(holder)).toBe(250);
    const { id } = await newest(owner);
    const page = (await rex.get(`/staff/review?after=${id - 1n}`)).body;
    expect(page).toContain(String((await submission(owner)).proofCode));
    expect(page).toContain(holder.wallet);
    expect(page).toContain(owner.wallet);
    const answers = await Promise.all(
      [1, 2, 3].map(() => rex.act('approve-submission', { id: String(id), found: 'yes' }).catch(() => 'too late')),
    );
    expect(answers.filter((answer) => answer === 'too late')).toHaveLength(2);
    expect([await points(holder), await points(owner)]).toEqual([50, 200]);
    expect(await submission(holder)).toMatchObject({ status: 'rejected', reasonCode: 'account-taken' });
    expect(await submission(owner)).toMatchObject({ status: 'confirmed' });
    const history = (await holder.read('/api/airdrop/history')) as { entries: { reason: string }[] };
    expect(history.entries[0]).toMatchObject({ reason: 'reversal', points: -200, reasonCode: 'account-taken' });
    const audit = await db().selectFrom('staff_audit').selectAll().where('subject', '=', `submission:${id}`).execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit, plain)).toContain(holder.wallet);
    // From now on the former holder is the one who would have to prove the name.
    http.clock.now += 600_000;
    expect((await follow(holder, 'moved_name')).json().code).toBe('account_taken');
    const third = await newParticipant(http);
    expect((await follow(third, 'moved_name')).json().code).toBe('account_taken');
  });

  test('of YouTube moves with both of its missions, however little the holder has left', async () => {
    const [holder, owner] = [await newParticipant(http), await newParticipant(http)];
    for (const mission of ['youtubeSubscribe', 'youtubeEngage']) {
      await holder.mission(mission, { youtubeUsername: 'Two Missions' });
      await approve(holder);
    }
    const total = Number(await points(holder));
    await owner.mission('youtubeEngage', { youtubeUsername: '@twomissions', dispute: true });
    const status = (await owner.get(`/api/airdrop/youtube-missions/status/${owner.wallet}`)).json().status;
    expect(status.engage.submission.proofCode).toMatch(CODE);
    expect(status.subscribe.submission).toBeNull();
    const { id } = await newest(owner);
    expect(await rex.act('approve-submission', { id: String(id), found: 'yes' })).toBe(
      `Submission ${id} is approved. Its name no longer counts for ${holder.wallet}.`,
    );
    expect(total).toBe(400);
    expect([await points(holder), await points(owner)]).toEqual([0, 300]);
    const left = (await holder.get(`/api/airdrop/youtube-missions/status/${holder.wallet}`)).json().status;
    expect([left.subscribe.status, left.engage.status]).toEqual(['rejected', 'rejected']);
  });
});

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
