import { beforeEach, expect, test } from 'vitest';
import { faqFeedbackResponseSchema } from '#src/contract/faq.ts';
import { readTallies, tallyVotes } from '#src/server/community/faq/tally-votes.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

onSizedEngines('thumbs for answers', (open) => {
  const http = onceForAll(() => open({ contentDirectory: 'tests/api/services/content' }));
  beforeEach(async () => {
    await http.context.db.deleteFrom('faq_votes').execute();
    await http.context.db.deleteFrom('faq_tallies').execute();
  });
  const visitor = () => newVisitor(http.app, () => http.clock.now);
  const vote = (who: Visitor, value: unknown, id = 'what-is-synx', locale = 'en') =>
    who.post('/api/faq/feedback', { id, locale, value });

  test('a session has one thumb per question, changes it and takes it back', async () => {
    const [one, two] = [visitor(), visitor()];
    const answer = await vote(one, 'up');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(faqFeedbackResponseSchema.strict().parse(answer.json())).toEqual({ id: 'what-is-synx', value: 'up' });
    await vote(one, 'up');
    await vote(two, 'up');
    await vote(one, 'up', 'where-are-my-tokens', 'de');
    expect(await readTallies(http.context.db)).toEqual([
      { id: 'what-is-synx', locale: 'en', value: 'up', votes: 2n },
      { id: 'where-are-my-tokens', locale: 'de', value: 'up', votes: 1n },
    ]);
    await vote(one, 'down');
    await vote(two, null);
    await vote(visitor(), null);
    expect(await readTallies(http.context.db)).toEqual([
      { id: 'what-is-synx', locale: 'en', value: 'down', votes: 1n },
      { id: 'where-are-my-tokens', locale: 'de', value: 'up', votes: 1n },
    ]);
  });

  test('no row names a session, a wallet or an address, and two answers of a visitor share nothing', async () => {
    const one = visitor();
    await one.connect();
    await vote(one, 'up');
    await vote(one, 'up', 'where-are-my-tokens');
    const rows = await http.context.db.selectFrom('faq_votes').selectAll().execute();
    const sessions = await http.context.db.selectFrom('sessions').selectAll().execute();
    expect(new Set(rows.map(({ voter }) => voter)).size).toBe(2);
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['faq_id', 'locale', 'value', 'voted_at', 'voter']);
      for (const session of sessions) expect(row.voter).not.toBe(session.token_hash);
    }
  });

  test('after the life of a session only counts are kept', async () => {
    const day = 86_400_000;
    await vote(visitor(), 'up');
    await vote(visitor(), 'up');
    http.clock.now += 29 * day;
    await vote(visitor(), 'up');
    await tallyVotes(http.context.db, http.clock.now);
    expect(await http.context.db.selectFrom('faq_votes').selectAll().execute()).toHaveLength(3);
    for (const expected of [1, 0]) {
      http.clock.now += expected === 1 ? day : 29 * day;
      await tallyVotes(http.context.db, http.clock.now);
      expect(await http.context.db.selectFrom('faq_votes').selectAll().execute()).toHaveLength(expected);
      expect(await readTallies(http.context.db)).toEqual([
        { id: 'what-is-synx', locale: 'en', value: 'up', votes: 3n },
      ]);
    }
  });

  test('a question that does not exist, another language or another value is refused', async () => {
    const answers = [
      await vote(visitor(), 'up', 'no-such-question'),
      await vote(visitor(), 'up', 'what-is-synx', 'sv'),
      await vote(visitor(), 'meh'),
      await vote(visitor(), 1),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 400, 400, 400]);
    expect(await readTallies(http.context.db)).toEqual([]);
  });
});
