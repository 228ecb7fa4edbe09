import { beforeEach, expect, test } from 'vitest';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';

const BAD = 'a1'.repeat(20);
const OTHER = 'b2'.repeat(20);
const REASON = 'It shows the wrong network.';

onSizedEngines('a bad build', (open) => {
  const http = anewForEach(open);
  let ada: StaffMember;
  beforeEach(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
  });
  const get = async (path: string) => {
    // Past the seconds for which an answer is cached.
    http.clock.now += 10_000;
    return (await http.app.inject(path)).json();
  };
  const withdrawn = async () => (await get('/api/config')).withdrawnBuilds;

  test('is withdrawn by one person, named to every page and in the system log, and readmitted by two', async () => {
    expect(await withdrawn()).toEqual([]);
    await ada.act('withdraw-build', { commit: ` ${BAD.toUpperCase()} `, reason: REASON });
    await ada.act('withdraw-build', { commit: OTHER, reason: REASON });
    expect(await withdrawn()).toEqual([BAD, OTHER]);
    expect(await ada.refused('withdraw-build', { commit: BAD, reason: REASON })).toContain('already withdrawn');
    expect((await ada.get('/staff/settings')).body).toContain(BAD);
    // One person alone cannot let it sell again.
    const bea = await newStaffMember(http, 'bea', 'manager');
    await ada.act('propose-reinstate-build', { commit: BAD, reason: 'It was another one.' });
    expect(await ada.refused('approve-proposal', { id: '1' })).not.toBe('');
    expect(await withdrawn()).toEqual([BAD, OTHER]);
    await bea.act('approve-proposal', { id: '1' });
    expect(await ada.refused('propose-reinstate-build', { commit: BAD, reason: REASON })).toContain('not withdrawn');
    expect(await withdrawn()).toEqual([OTHER]);
    const { entries } = await get('/api/news');
    expect(entries.slice(0, 3).map(({ event, data }: { event: string; data: object }) => [event, data])).toEqual([
      ['build-reinstated', { commit: BAD }],
      ['build-withdrawn', { commit: OTHER }],
      ['build-withdrawn', { commit: BAD }],
    ]);
  });

  test('needs a full commit and a reason, and no reviewer can withdraw it', async () => {
    for (const commit of ['', 'a1a1a1a', `${BAD}-dirty`, 'zz'.repeat(20)])
      expect(await ada.refused('withdraw-build', { commit, reason: REASON })).toContain('40 hexadecimal digits');
    expect(await ada.refused('withdraw-build', { commit: BAD, reason: '' })).toContain('reason');
    const rex = await newStaffMember(http, 'rex', 'reviewer');
    await expect(rex.act('withdraw-build', { commit: BAD, reason: REASON })).rejects.toThrow();
    expect(await withdrawn()).toEqual([]);
  });

  test('can be withdrawn from the server itself too, where nobody can sign in', async () => {
    const args = ['withdraw-build', '--commit', BAD, '--reason', REASON];
    expect(await runCommand({ context: http.context, database: http.database }, { args, credentials: null })).toContain(
      'buying is off in it',
    );
    expect(await withdrawn()).toEqual([BAD]);
  });

  test('is kept in the list when many are withdrawn at once', async () => {
    const commits = Array.from({ length: 6 }, (_, index) => String(index).repeat(40));
    const done = await Promise.all(
      commits.map((commit) =>
        runCommand(
          { context: http.context, database: http.database },
          { args: ['withdraw-build', '--commit', commit, '--reason', REASON], credentials: null },
        ),
      ),
    );
    expect(done).toHaveLength(6);
    expect([...(await withdrawn())].sort()).toEqual(commits);
  });
});
