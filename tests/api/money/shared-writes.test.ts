import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { recordPostedHash } from '#src/server/money/payments/submit/posted-hash.ts';
import { sharedWrite } from '#src/server/platform/database/shared-writes.ts';
import { isPostgres } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';

const TOGETHER = 60;
const PLACES = Array.from({ length: TOGETHER }, (_, place) => place);
const WALLET = `0x${'1'.repeat(40)}`;
const hashOf = (place: number) => `0x${place.toString(16).padStart(64, '0')}`;

eachEngine('writes that come together', (open) => {
  let http: HttpApp;
  beforeEach(async () => {
    http = await openHttpApp(await open());
  });
  afterEach(() => void vi.restoreAllMocks());
  const post = (transactionHash: string, terms: Pick<PurchaseRequest, 'termsVersion'> = {}) =>
    recordPostedHash(
      http.context.db,
      { walletAddress: WALLET, transactionHash, chainId: 1, ...terms },
      { debug: false, now: http.clock.now, lane: 7, postedBy: null },
    );

  test('are all stored before their callers continue, in few commits on the embedded database', async () => {
    const commits = vi.spyOn(StatementSync.prototype, 'run');
    const stored = await Promise.all(
      PLACES.map(async (each) => {
        await post(hashOf(each));
        const { db } = http.context;
        return db.selectFrom('submissions').select('lane').where('transaction_hash', '=', hashOf(each)).execute();
      }),
    );
    expect(stored).toEqual(PLACES.map(() => [{ lane: 7n }]));
    const shared = commits.mock.contexts.filter((statement) => (statement as StatementSync).sourceSQL === 'commit');
    // On PostgreSQL each is one statement.
    expect(shared.length).toBeLessThan(TOGETHER / 4);
    expect(shared.length > 0).toBe(!isPostgres(http.context.db));
  });

  test('of the same hash are stored once, with the terms that any of them states', async () => {
    const [termsVersion] = TERMS_VERSIONS;
    await Promise.all(PLACES.map((each) => post(hashOf(1), each === 30 ? { termsVersion } : {})));
    const rows = await http.context.db
      .selectFrom('submissions')
      .select(['transaction_hash', 'terms_version'])
      .execute();
    expect(rows).toEqual([{ transaction_hash: hashOf(1), terms_version: termsVersion }]);
  });

  test('fail one by one: only the caller whose write fails gets the error, and nothing of that write remains', async () => {
    const write = async (tx: Tx, each: number) => {
      await tx
        .insertInto('leases')
        .values({ name: String(each), owner: 'test', expires_at: 0n })
        .execute();
      if (each % 25 === 10) throw new Error(`${each} is refused`);
    };
    const outcomes = await Promise.allSettled(
      PLACES.map((each) => sharedWrite(http.context.db, 'payments', (tx) => write(tx, each))),
    );
    const failed = outcomes.flatMap((outcome, each) => (outcome.status === 'rejected' ? [[each, outcome.reason]] : []));
    expect(failed).toEqual([
      [10, new Error('10 is refused')],
      [35, new Error('35 is refused')],
    ]);
    const leases = await http.context.db.selectFrom('leases').select('name').where('owner', '=', 'test').execute();
    expect(leases.map(({ name }) => Number(name)).sort((one, other) => one - other)).toEqual(
      PLACES.filter((each) => each !== 10 && each !== 35),
    );
  });
});
