import { recoverMessageAddress } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import {
  castVotesResponseSchema,
  proposalResponseSchema,
  proposalsResponseSchema,
  voteResponseSchema,
  votesResponseSchema,
} from '#src/contract/voting.ts';
import { signedBallot } from '#tests/support/cast-vote.ts';
import { START } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newParticipant } from '#tests/support/participant.ts';
import { recountHttp } from '#tests/support/recount.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

onSizedEngines('voting', (open) => {
  const http = onceForAll(() => open({ contentDirectory: 'tests/api/services/content' }));
  let anna: Visitor;
  beforeAll(async () => {
    anna = await connected();
  });

  const connected = async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    return visitor;
  };
  const vote = async (visitor: Visitor, choice: string) =>
    visitor.post('/api/voting/vote', (await signedBallot(visitor, choice)).body);
  const get = async (url: string) => {
    http.clock.now += 1_001;
    const answer = await http.app.inject(url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  test('proposals are answered in the requested language, or in English, with their opening and closing times', async () => {
    const { proposals } = proposalsResponseSchema.parse(await get('/api/voting/proposals?locale=de'));
    expect(proposals).toEqual([
      {
        id: 'first-shelf',
        status: 'open',
        opensAt: '2026-05-04T00:00:00.000Z',
        closesAt: '2026-06-01T00:00:00.000Z',
        locale: 'de',
        title: 'Welches Regal kommt zuerst?',
        summary: 'Zwei Regale sind geplant.',
        choices: [
          { id: 'vases', label: 'Vasen', votes: 0 },
          { id: 'lamps', label: 'Lampen', votes: 0 },
        ],
        turnout: 0,
      },
      expect.objectContaining({ id: 'second-shelf', status: 'announced', locale: 'en' }),
    ]);
    expect((await http.app.inject('/api/voting/proposals/third-shelf')).statusCode).toBe(404);
  });

  test('a vote needs its wallet connected and signed by it, and nothing else', async () => {
    const { body, message } = await signedBallot(anna, 'vases');
    expect(message).toContain('Proposal: Which shelf comes first? (first-shelf)\nChoice: Vases (vases)\n');
    expect(message).toContain(`Wallet: ${anna.account.address}\n`);
    const stranger = newVisitor(http.app, () => http.clock.now);
    expect((await stranger.post('/api/voting/vote', body)).json().code).toBe('no_wallet_session');
    await stranger.connect();
    expect((await stranger.post('/api/voting/vote', body)).json().code).toBe('wrong_wallet');
    await stranger.connect(anna.wallet);
    // The nonce belongs to the session that requested it.
    expect((await stranger.post('/api/voting/vote', body)).json().code).toBe('invalid_proof');
    expect(
      (
        await stranger.post('/api/voting/vote', (await signedBallot(stranger, 'vases', { wallet: anna.wallet })).body)
      ).json().code,
    ).toBe('invalid_signature');
    const answer = await anna.post('/api/voting/vote', body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(voteResponseSchema.parse(answer.json()).vote).toMatchObject({ choice: 'vases', message, signer: 'account' });
    expect((await anna.post('/api/voting/vote', body)).json().code).toBe('invalid_proof');
  });

  test('a signature is for its own choice and proposal, and until its nonce expires', async () => {
    const ben = await connected();
    const { body } = await signedBallot(ben, 'vases');
    expect((await ben.post('/api/voting/vote', { ...body, choice: 'lamps' })).json().code).toBe('invalid_signature');
    expect((await ben.post('/api/voting/vote', { ...body, chainId: 56 })).json().code).toBe('invalid_signature');
    expect((await ben.post('/api/voting/vote', { ...body, choice: 'rugs' })).json().code).toBe('invalid_request');
    expect((await ben.post('/api/voting/vote', { ...body, proposalId: 'second-shelf' })).json().code).toBe(
      'proposal_not_open',
    );
    http.clock.now += 600_000;
    expect((await ben.post('/api/voting/vote', body)).json().code).toBe('invalid_proof');
  });

  test('[R3.059 R7.059] one wallet, one vote, changeable; the list of votes names the wallet', async () => {
    const [carl, emma] = [await connected(), await connected()];
    const before = votesResponseSchema.parse(await get('/api/voting/votes'));
    expect((await vote(emma, 'vases')).statusCode).toBe(200);
    http.clock.now += 1_000;
    expect((await vote(carl, 'lamps')).statusCode).toBe(200);
    expect((await vote(carl, 'vases')).statusCode).toBe(200);
    expect((await vote(carl, 'lamps')).statusCode).toBe(200);
    const list = votesResponseSchema.parse(await get('/api/voting/votes'));
    expect(list.map(({ walletAddress, choice }) => [walletAddress, choice])).toEqual([
      [carl.wallet, 'lamps'],
      [emma.wallet, 'vases'],
      ...before.map(({ walletAddress, choice }) => [walletAddress, choice]),
    ]);
    expect(Object.keys((await get('/api/voting/votes'))[0])).toEqual([
      'walletAddress',
      'proposalId',
      'choice',
      'createdAt',
    ]);
    expect(await get(`/api/voting/votes?wallet=${emma.wallet}`)).toMatchObject([
      { walletAddress: emma.wallet, proposalId: 'first-shelf' },
    ]);
    const kept = await http.context.db
      .selectFrom('vote_records')
      .select('choice')
      .where('wallet', '=', carl.wallet)
      .execute();
    expect(kept.map(({ choice }) => choice)).toEqual(['lamps', 'vases', 'lamps']);
  });

  test('two changes at the same moment leave one vote', async () => {
    const dora = await connected();
    const ballots = [await signedBallot(dora, 'vases'), await signedBallot(dora, 'lamps')];
    const answers = await Promise.all(ballots.map(({ body }) => dora.post('/api/voting/vote', body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const votes = await http.context.db
      .selectFrom('votes')
      .select('choice')
      .where('wallet', '=', dora.wallet)
      .execute();
    expect(votes).toHaveLength(1);
  });

  test('one address casts five times the votes of a session an hour, however many wallets and sessions it makes', async () => {
    const env = { RATE_LIMIT_MISSIONS: '2', RATE_LIMIT_WRITES: '100000' };
    const own = await open({ contentDirectory: 'tests/api/services/content', env });
    const cast = async () => {
      const visitor = newVisitor(own.app, () => own.clock.now);
      await visitor.connect();
      return (await visitor.post('/api/voting/vote', (await signedBallot(visitor, 'vases')).body)).statusCode;
    };
    const statuses: number[] = [];
    for (let number = 0; number < 12; number += 1) statuses.push(await cast());
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await own.context.db.selectFrom('vote_records').select('id').execute()).toHaveLength(10);
    own.clock.now += 3_600_000;
    expect(await cast()).toBe(200);
  });

  test('the result can be recounted from the published signatures, page by page', { tags: 'long' }, async () => {
    const result = async () => proposalResponseSchema.parse(await get('/api/voting/proposals/first-shelf'));
    const { turnout: before } = await result();
    const crowd = await Promise.all(Array.from({ length: 210 }, connected));
    for (const [place, visitor] of crowd.entries()) await vote(visitor, place % 3 === 0 ? 'lamps' : 'vases');
    const counted = new Map<string, Set<string>>();
    let pages = 0;
    for (let after: number | null = 0; after !== null; pages += 1) {
      const page = proposalResponseSchema.parse(await get(`/api/voting/proposals/first-shelf?after=${after}`));
      for (const { message, signature, walletAddress, choice } of page.votes) {
        const signer = await recoverMessageAddress({ message, signature: signature as `0x${string}` });
        expect(signer.toLowerCase()).toBe(walletAddress);
        const [, named = ''] = /^Choice: .+ \(([a-z-]+)\)$/m.exec(message) ?? [];
        expect(named).toBe(choice);
        counted.set(named, (counted.get(named) ?? new Set()).add(signer));
      }
      after = page.next;
    }
    const told = await result();
    expect(pages).toBe(2);
    for (const { id, votes } of told.choices) expect(counted.get(id)?.size).toBe(votes);
    expect(told.turnout).toBe(before + 210);
  });

  test('[R4.080] the vote mission pays wallets that have voted, once, and sends others to vote', async () => {
    const voter = await newParticipant(http);
    expect((await voter.mission('voting')).json()).toEqual({
      code: 'vote_needed',
      message: 'Please vote on a proposal first.',
    });
    await vote(voter, 'vases');
    expect((await voter.mission('voting')).json()).toMatchObject({ status: 'confirmed', points: 750 });
    expect((await voter.mission('voting')).json().code).toBe('mission_completed');
    expect(await voter.read('/api/airdrop/participant')).toMatchObject({ totalPoints: 750, votingCompleted: true });
  });

  test('every vote, even a changed one, is a public record with the signed text', async () => {
    const dora = await connected();
    for (const choice of ['lamps', 'vases']) expect((await vote(dora, choice)).statusCode).toBe(200);
    const records = await recountHttp(http, 'votes');
    const kept = await http.context.db.selectFrom('vote_records').selectAll().orderBy('id').execute();
    expect(records.map(({ record }) => record.data)).toEqual(
      kept.map((row) => ({
        ...{ id: String(row.id), walletAddress: row.wallet, proposalId: row.proposal_id, choice: row.choice },
        ...{ message: row.message, signature: row.signature, signer: row.signer },
      })),
    );
    const own = records
      .slice(-2)
      .map(({ record }) => record.data as { choice: string; message: string; signature: `0x${string}` });
    expect(own.map(({ choice }) => choice)).toEqual(['lamps', 'vases']);
    for (const { message, signature } of own)
      expect((await recoverMessageAddress({ message, signature })).toLowerCase()).toBe(dora.wallet);
    const { records: hers } = await get(`/api/records/votes?wallet=${dora.wallet}`);
    expect(hers).toHaveLength(2);
    const [{ record }] = (await get(`/api/records/proof/vote-${kept.at(-1)?.id}`)).proofs;
    expect(record.data.choice).toBe('vases');
    await dora.post('/api/voting/vote', (await signedBallot(dora, 'rugs')).body);
    expect(await recountHttp(http, 'votes')).toHaveLength(records.length);
  });

  test('a receipt contains the signed text; after the close nothing changes any more', async () => {
    expect((await vote(anna, 'vases')).statusCode).toBe(200);
    const receipt = async () => castVotesResponseSchema.parse(await get(`/api/voting/receipt/${anna.wallet}`));
    expect(await receipt()).toMatchObject({
      walletAddress: anna.wallet,
      votes: [{ choice: 'vases', changeable: true, closesAt: '2026-06-01T00:00:00.000Z' }],
    });
    http.clock.now = Date.parse('2026-06-01T00:00:00.000Z') - 1_000;
    expect((await vote(anna, 'lamps')).statusCode).toBe(200);
    const { body } = await signedBallot(anna, 'vases');
    http.clock.now += 1_000;
    expect((await anna.post('/api/voting/vote', body)).json().code).toBe('proposal_not_open');
    expect((await receipt()).votes[0]).toMatchObject({ choice: 'lamps', changeable: false });
    const { proposals } = proposalsResponseSchema.parse(await get('/api/voting/proposals'));
    expect(proposals.find(({ id }) => id === 'first-shelf')?.status).toBe('closed');
    http.clock.now = START + 40 * 86_400_000;
  });
});
