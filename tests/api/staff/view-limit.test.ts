import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { grantViewBonus } from '#src/server/community/airdrop/grant-view-bonus.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { confirmedVideo } from '#tests/support/confirmed-video.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { joinBy, newStaffMember, type StaffMember, strangerCalled } from '#tests/support/staff-member.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const MILLION = 1_000_000;
const REASON = 'It was on the news: the counter was looked at twice.';
const TOKEN = /\/staff\/join\?token=([\w-]{43})/;

onSizedEngines('views of videos', (open) => {
  const http = anewForEach(open);
  let ada: StaffMember;
  let bea: StaffMember;
  let rex: StaffMember;
  let id: string;
  beforeEach(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
    bea = await newStaffMember(http, 'bea', 'manager');
    rex = await newStaffMember(http, 'rex', 'reviewer');
    id = await confirmedVideo(http, WALLET);
  });
  const db = () => http.context.db;

  const points = async (wallet = WALLET) =>
    Number(
      (await db().selectFrom('participants').select('points').where('wallet', '=', wallet).executeTakeFirst())
        ?.points ?? 0n,
    );
  const pay = (member: StaffMember, views: number, video = id) =>
    member.act('grant-views', { id: video, views: String(views) });
  const refuse = (member: StaffMember, views: number, video = id) =>
    member.refused('grant-views', { id: video, views: String(views) });
  const propose = async (member: StaffMember, views: number) => {
    await member.act('propose-grant-views', { id, views: String(views), reason: REASON });
    const row = await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return String(row.id);
  };

  test('one person pays a million per video and day, in any number of steps; the refusal says what to do', async () => {
    const words = await refuse(rex, 999_999_999);
    expect(words).toContain('at most 1,000,000 views of a video a day');
    expect(words).toContain('up to 1,000,999');
    expect(words).toContain('ask a manager to propose');
    expect(await points()).toBe(0);
    for (const views of [400_000, 999_999]) await pay(rex, views);
    expect(await refuse(rex, MILLION + 1_000)).toContain('up to 1,000,999');
    expect(await pay(rex, MILLION + 999)).toBe('100 points for the views.');
    expect(await refuse(rex, MILLION + 1_000)).toContain('None are left for this video today');
    expect(await points()).toBe(100_000);
    // A refused entry leaves nothing behind: neither points nor a part of the limit.
    expect(await db().selectFrom('view_grants').select(['person', 'thousands']).execute()).toEqual([
      { person: 'rex', thousands: 1_000n },
    ]);
  });

  test('days are UTC, the limit is per video, and views paid by others do not reduce it', async () => {
    await pay(rex, MILLION);
    await pay(rex, MILLION, await confirmedVideo(http, `0x${'cd'.repeat(20)}`));
    await pay(bea, 2 * MILLION);
    http.clock.now = Date.parse('2026-05-04T23:59:59.999Z');
    await rex.signIn();
    http.clock.now = Date.parse('2026-05-04T23:59:59.999Z');
    expect(await refuse(rex, 2 * MILLION + 1_000)).toContain('None are left');
    http.clock.now += 1;
    await pay(rex, 3 * MILLION);
    expect(await refuse(rex, 3 * MILLION + 1_000)).toContain('None are left');
    expect(await points()).toBe(300_000);
  });

  test('requests that race pay no more than the limit', async () => {
    await pay(rex, 500_000);
    const steps = Array.from({ length: 8 }, (_, step) => 1_000_000 + step * 200_000);
    const answers = await Promise.all(steps.map((views) => pay(rex, views).catch(() => 'refused')));
    expect(answers).toContain('refused');
    expect(await points()).toBe(100_000);
    const entries = await db().selectFrom('point_entries').select('points').execute();
    expect(entries.reduce((sum, entry) => sum + entry.points, 0n)).toBe(100_000n);
  });

  test('a payment waits for one in progress, and sees its share of the limit', async () => {
    const grant = (on: Db | Tx, views: number) => {
      const alone = { person: 'rex', thousandsPerDay: 1_000 };
      return grantViewBonus(on, { submissionId: BigInt(id), views, alone }, http.clock.now);
    };
    const { second } = await db()
      .transaction()
      .execute(async (tx) => {
        expect(await grant(tx, 600_000)).toEqual({ ok: true, points: 60_000 });
        const waiting = grant(db(), 900_000);
        // The embedded database has one transaction at a time; PostgreSQL reports when the other one waits for this one
        // (queried outside of it: within a transaction the answer does not change).
        while (http.database.engine === 'postgres') {
          const { rows } = await sql<{ waits: bigint }>`select count(*) as waits from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
          if (Number(rows[0]?.waits) > 0) break;
        }
        return { second: waiting };
      });
    expect(await second).toEqual({ ok: true, points: 30_000 });
    expect(await grant(db(), 1_001_000)).toEqual({ ok: false, code: 'above_limit', max: 1_000_999 });
    expect(await points()).toBe(90_000);
  });

  test('payments of a person as several reviewers, whose links they were shown, count as theirs', async () => {
    const puppets: StaffMember[] = [];
    for (const name of ['puppet1', 'puppet2']) {
      const [, token = ''] = TOKEN.exec(await ada.act('invite', { name })) ?? [];
      const puppet = strangerCalled(http, name);
      await joinBy(http, puppet, token);
      puppets.push(puppet);
    }
    await pay(puppets[0] as StaffMember, 600_000);
    expect(await refuse(puppets[1] as StaffMember, 1_001_000)).toContain('up to 1,000,999');
    await pay(ada, MILLION);
    for (const member of [ada, ...puppets]) expect(await refuse(member, MILLION + 1_000)).toContain('None are left');
    expect(await ada.refused('invite', { name: 'rex' })).toContain('on the server');
    expect(await points()).toBe(100_000);
  });

  describe('above the limit', () => {
    test('two managers pay the whole number, less the views paid since', async () => {
      expect(await rex.refused('propose-grant-views', { id, views: '5000000', reason: REASON })).toContain('managers');
      const proposal = await propose(ada, 5 * MILLION);
      expect(await points()).toBe(0);
      expect(await ada.refused('approve-proposal', { id: proposal })).toContain('another manager');
      await pay(rex, MILLION);
      const shown = (await bea.get('/staff/proposals')).body;
      expect(shown).toMatch(/Views paid so far<\/dt><dd>1000000</);
      expect(shown).toMatch(/Points to be paid now<\/dt><dd>400000</);
      expect(await bea.act('approve-proposal', { id: proposal })).toBe('400000 points for the views.');
      expect(await points()).toBe(500_000);
      // Views paid by two people do not reduce one person's limit.
      await pay(bea, 6 * MILLION);
    });

    test('a number that was pasted with spaces around it counts', async () => {
      await ada.act('propose-grant-views', { id, views: ' 5000000 ', reason: REASON });
      expect((await bea.get('/staff/proposals')).body).toMatch(/Points to be paid now<\/dt><dd>500000</);
    });

    test('nothing is paid if nothing is left to pay, or the video no longer exists', async () => {
      const late = await propose(ada, 900_000);
      const gone = await propose(ada, 5 * MILLION);
      await pay(rex, 900_000);
      expect(await bea.refused('approve-proposal', { id: late })).toContain('paid already');
      await db().updateTable('mission_submissions').set({ status: 'rejected' }).execute();
      expect(await bea.refused('approve-proposal', { id: gone })).toContain('no confirmed video');
      expect((await bea.get('/staff/proposals')).body).toContain('is not confirmed any more');
      expect(await ada.refused('propose-grant-views', { id, views: '6000000', reason: REASON })).toContain(
        'no confirmed video',
      );
      expect(await points()).toBe(90_000);
    });

    test('of two who approve at once, or one who pays meanwhile, each thousand is paid once', async () => {
      const cy = await newStaffMember(http, 'cy', 'manager');
      const proposals = [await propose(ada, 3 * MILLION), await propose(ada, 3 * MILLION)];
      await Promise.all([
        ...proposals.flatMap((proposal) =>
          [bea, cy].map((member) => member.act('approve-proposal', { id: proposal }).catch(() => 'refused')),
        ),
        pay(rex, MILLION).catch(() => 'refused'),
      ]);
      expect(await points()).toBe(300_000);
    });

    test('no number of views beyond reason is paid, even by two people', async () => {
      for (const views of ['20000000001', '999999999999', '1e6', '-1', '1.5', '']) {
        expect(await rex.refused('grant-views', { id, views })).toContain('views: must be');
        expect(await ada.refused('propose-grant-views', { id, views, reason: REASON })).toContain('views: must be');
      }
      const proposal = await propose(ada, 20_000_000_000);
      await db()
        .updateTable('staff_proposals')
        .set({ payload: JSON.stringify({ id, views: '20000001000' }) })
        .execute();
      expect(await bea.refused('approve-proposal', { id: proposal })).toContain('can no longer be read');
      expect(await points()).toBe(0);
    });
  });

  test('one person’s limit is a setting; 0 leaves all of it to two', async () => {
    for (const [thousands, max] of [
      ['2', 2_999],
      ['0', 0],
    ] as const) {
      const other = await open({ env: { VIEW_THOUSANDS_PER_DAY: thousands } });
      const one = await newStaffMember(other, 'ada', 'manager');
      const video = await confirmedVideo(other, WALLET);
      expect(await refuse(one, max + 1_001, video)).toContain(max === 0 ? 'None are left' : 'up to 2,999');
      if (max > 0) expect(await pay(one, max, video)).toBe('200 points for the views.');
    }
  });
});
