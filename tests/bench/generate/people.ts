import { countStatements } from '#src/server/platform/database/migrations/0021-counters.ts';
import { countRanked } from '#src/server/platform/database/migrations/0022-established.ts';
import { type Plan, wordsOf } from './plan.ts';
import type { Sink } from './sink.ts';

/** The proposal that the generated votes are about: the first of content/voting. */
const PROPOSAL = {
  id: 'marketplace-first-category',
  choices: ['home-goods', 'kitchen-dining', 'decor', 'electronics'],
};
const DAY_MS = 86_400_000;

/** Participants with their points, missions, check-ins and referrals; votes; sessions; subscribers. */
export async function fillPeople(sink: Sink, plan: Plan): Promise<void> {
  await fillPoints(sink, plan);
  await fillVotes(sink, plan);
  // A replica's session runs no triggers.
  for (const statement of [...countStatements(sink.engine), ...countRanked(sink.engine)]) await sink.run(statement);
  await fillCallers(sink, plan);
}

async function fillPoints(sink: Sink, plan: Plan): Promise<void> {
  const words = wordsOf(sink.engine, plan);
  const { wallets, now } = plan;
  const third = Math.floor(wallets / 3);
  const tenth = Math.floor(wallets / 10);
  const wallet = words.wallet('n');
  const entry = (columns: string, last: number, values: string) =>
    sink.run(`insert into point_entries (wallet, points, mission, reason, source, created_at${columns})
      ${words.numbers(last)} select ${values} from numbers order by n`);
  await sink.withoutIndexes(['point_entries', 'participants', 'mission_submissions', 'referrals'], async () => {
    await sink.run(
      `insert into mission_submissions (id, wallet, mission, account, account_hash, status, created_at, decided_at,
         decided_by)
       ${words.numbers(third)}
       select n, ${words.wallet('3 * n')}, 'xFollow', 'name' || n, ${words.hex('n', 64)}, 'confirmed', ${now} - 864000000,
         ${now} - 700000000 + n, 'staff' from numbers order by n`,
    );
    await sink.run(
      `insert into mission_submissions (id, wallet, mission, account, account_hash, status, created_at)
       ${words.numbers(Math.ceil(wallets / 200))}
       select ${third} + n, ${words.wallet('3 * n')}, 'retweet', 'name' || n, ${words.hex('n', 64)}, 'pending', ${now} - 3600000
       from numbers order by n`,
    );
    await entry('', wallets, `${wallet}, 20, 'socialJoin', 'mission', 'mission:socialJoin', ${words.time('n')}`);
    for (const day of [1, 2]) {
      const date = new Date(now - day * DAY_MS).toISOString().slice(0, 10);
      await entry('', wallets, `${wallet}, 10, 'checkIn', 'check-in', 'checkin:${date}', ${now - day * DAY_MS}`);
      await sink.run(
        `insert into check_ins (wallet, day, streak, created_at) ${words.numbers(wallets)}
         select ${wallet}, '${date}', ${3 - day}, ${now - day * DAY_MS} from numbers order by n`,
      );
    }
    const confirmed = `${words.wallet('3 * n')}, 30, 'xFollow', 'mission', 'submission:' || n, ${now} - 700000000`;
    await entry('', third, confirmed);
    const given = `${words.wallet('10 * n')}, 1 + (n * 7919) % 5000, 'createVideo', 'correction', 'correction:' || n,
      ${now} - 600000000`;
    await entry('', tenth, given);
    const codes = `case when n <= ${Math.floor(wallets / 5)} and n < 1600000 then 'S' || ${words.hex('n', 8)} end`;
    await sink.run(
      `insert into participants (id, wallet, established, points, referral_code, created_at) ${words.numbers(wallets)}
       select n, ${wallet}, 1, 40 + (case when n % 3 = 0 and n <= ${3 * third} then 30 else 0 end)
         + (case when n % 10 = 0 and n <= ${10 * tenth} then 1 + ((n / 10) * 7919) % 5000 else 0 end), ${codes},
         ${words.time('n')} from numbers order by n`,
    );
    // Invited long ago, without points: rows that a sweep looks at and keeps.
    await sink.run(
      `insert into participants (id, wallet, points, created_at) ${words.numbers(tenth)}
       select ${wallets} + n, ${words.wallet(`${wallets} + n`)}, 0, ${now - 400 * DAY_MS} from numbers order by n`,
    );
    await sink.run(
      `insert into referrals (invitee, inviter, state, applied_at) ${words.numbers(tenth)}
       select ${words.wallet(`${wallets} + n`)}, ${words.wallet(`1 + n % ${Math.ceil(wallets / 100)}`)}, 'applied',
         ${now - 400 * DAY_MS} from numbers order by n`,
    );
  });
}

async function fillVotes(sink: Sink, plan: Plan): Promise<void> {
  const words = wordsOf(sink.engine, plan);
  const votes = Math.floor(plan.wallets * 0.3);
  const choice = `case n % 4 ${PROPOSAL.choices.map((id, at) => `when ${at} then '${id}'`).join(' ')} end`;
  await sink.withoutIndexes(['vote_records', 'votes'], async () => {
    await sink.run(
      `insert into vote_records (id, proposal_id, wallet, choice, message, signature, signer, created_at)
       ${words.numbers(votes)}
       select n, '${PROPOSAL.id}', ${words.wallet('n')}, ${choice}, 'a vote for the measurement',
         '0x' || ${words.hex('n', 130)}, 'account', ${plan.from} + n * ${Math.floor((plan.now - plan.from) / (votes + 2))}
       from numbers order by n`,
    );
    await sink.run(
      'insert into votes (proposal_id, wallet, choice, record_id) select proposal_id, wallet, choice, id from vote_records',
    );
  });
}

async function fillCallers(sink: Sink, plan: Plan): Promise<void> {
  const words = wordsOf(sink.engine, plan);
  const { wallets, now } = plan;
  const some = (part: number) => words.numbers(Math.max(1, Math.floor(wallets * part)));
  const soon = `${now} + (n % 604800) * 1000`;
  await sink.withoutIndexes(['sessions', 'session_proofs', 'proven_wallets', 'network_wallets'], async () => {
    await sink.run(
      `insert into sessions (token_hash, wallet, method, created_at, expires_at) ${some(0.1)}
       select ${words.hex('n', 64)}, ${words.wallet('n')}, 'injected', ${now}, ${soon} from numbers`,
    );
    await sink.run(
      `insert into session_proofs (token_hash, wallet, proven_at, used_at) ${some(0.05)}
       select ${words.hex('n', 64)}, ${words.wallet('n')}, ${now}, ${now} from numbers`,
    );
    await sink.run(
      `insert into proven_wallets (wallet, first_at) ${some(0.5)}
       select ${words.wallet('n')}, ${now - 400 * DAY_MS} + n from numbers`,
    );
    await sink.run(
      `insert into network_wallets (network, wallet, seen_at) ${some(0.2)}
       select ${words.hex('n / 4', 64)}, ${words.wallet('n')}, ${now} - (n % 2000000) * 1000 from numbers`,
    );
    await sink.run(
      `insert into caller_windows (caller, used, ends_at) ${some(0.02)}
       select ${words.hex('n', 64)}, 1, ${now} from numbers`,
    );
    await sink.run(
      `insert into newsletter_subscribers (email, locale, status, created_at, confirmed_at, mail_kind, mailed_at)
       ${some(0.05)}
       select 'reader' || n || '@example.org', 'en', 'confirmed', ${now} - 864000000, ${now} - 863000000, 'welcome',
         ${now} - 863000000 from numbers`,
    );
  });
}
