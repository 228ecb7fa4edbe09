import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PrivacyDelete } from '#src/contract/privacy.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

/** So few that nobody waits long for the embedded database. */
const SLICE = 200;

/** Deletes what no record relies on. A hash stays for each name that has counted, so that it counts only once. */
export async function deleteData(db: Db, wallet: string): Promise<PrivacyDelete> {
  const answer = await db.transaction().execute(async (tx): Promise<PrivacyDelete> => {
    const pending = await tx
      .deleteFrom('mission_submissions')
      .where('wallet', '=', wallet)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    const accounts = await tx
      .updateTable('mission_submissions')
      .set({ account: null, link: null, note: null })
      .where('wallet', '=', wallet)
      .where((where) => where.or([where('account', 'is not', null), where('link', 'is not', null)]))
      .executeTakeFirst();
    const emptied = async (table: 'appeals' | 'allocation_objections') => {
      const texts = tx.updateTable(table).set({ text: '', answer: null }).where('wallet', '=', wallet);
      return Number((await texts.where('text', '<>', '').executeTakeFirst()).numUpdatedRows);
    };
    const appealTexts = await emptied('appeals');
    const objectionTexts = await emptied('allocation_objections');
    await tx.deleteFrom('wallet_destinations').where('wallet', '=', wallet).execute();
    // Nameless, but there: its place must not be free at once for the next wallet of the same person (S12).
    const networks = await tx
      .updateTable('network_wallets')
      .set({ wallet: `gone ${randomUUID()}` })
      .where('wallet', '=', wallet)
      .executeTakeFirst();
    const sessions = await endSessions(tx, wallet);
    return {
      deleted: {
        accounts: Number(accounts.numUpdatedRows),
        pendingSubmissions: Number(pending.numDeletedRows),
        appealTexts,
        objectionTexts,
        networks: Number(networks.numUpdatedRows),
        sessions,
      },
      kept: ['payments', 'points', 'votes', 'referrals'],
    };
  });
  // Not at once: anybody can open any number of sessions that name the wallet (S25). None has rights by now.
  while (await deleteSessions(db, wallet)) await setImmediate();
  return answer;
}

/**
 * Deletes a slice of the sessions that name the wallet; returns whether it found any. First the keys: a planner that
 * expects few sessions of a wallet would read all of them for each slice.
 */
async function deleteSessions(db: Db, wallet: string): Promise<boolean> {
  const own = db.selectFrom('sessions').select('token_hash').where('wallet', '=', wallet);
  const keys = (await own.limit(SLICE).execute()).map((row) => row.token_hash);
  // Another tab may have named another wallet meanwhile.
  const found = db.deleteFrom('sessions').where('token_hash', 'in', keys).where('wallet', '=', wallet);
  if (keys.length > 0) await found.execute();
  return keys.length > 0;
}

/** Takes the rights from all sessions that name the wallet, and returns how many they are. */
async function endSessions(tx: Tx, wallet: string): Promise<number> {
  for (const table of ['human_challenges', 'human_passes', 'human_tries', 'session_proofs'] as const) {
    await tx.deleteFrom(table).where('wallet', '=', wallet).execute();
  }
  const count = tx.selectFrom('sessions').select((row) => row.fn.countAll<bigint>().as('count'));
  return Number((await count.where('wallet', '=', wallet).executeTakeFirstOrThrow()).count);
}
