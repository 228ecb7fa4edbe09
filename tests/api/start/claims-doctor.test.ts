import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkClaims } from '#src/server/ops/doctor/check-claims.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { databaseFile } from '#src/server/platform/database/settings.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { collect } from '#src/server/platform/util/finding.ts';
import { giveDistributor, storeFinalList } from '#tests/support/store-final-list.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { NO_CHAINS, tunedEnv } from '#tests/support/tuned-env.ts';

const NOW = Date.parse('2027-03-01T12:00:00.000Z');
let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

async function stored(work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = await openDatabase(databaseFile(folder));
  await work(db);
  await close();
}

/** What the doctor says, each with its result. */
async function says(): Promise<readonly string[]> {
  const env = { ...tunedEnv({ DATA_DIRECTORY: folder }, NO_CHAINS), claimChain: null };
  const found = await collect(checkClaims(env, NOW));
  return found.map(({ result, says: sentence }) => `${result}: ${sentence}`);
}

test('before a list is final, what is missing is said once and is no fault', async () => {
  expect(await says()).toEqual([
    expect.stringMatching(/^passed: Nothing can be claimed yet\. CLAIM_CHAIN .*supply table.*AUDIT_REPORT_HASH/),
  ]);
  await stored(async () => undefined);
  expect(await says()).toEqual([expect.stringMatching(/^passed: .* No list is final\.$/)]);
});

test('with a final list each missing fact is a warning, and each difference of its contract a fault', async () => {
  await stored((db) => storeFinalList(db, 0n));
  expect(await says()).toEqual([
    expect.stringMatching(/^warned: CLAIM_CHAIN/),
    expect.stringMatching(/^warned: .*supply table/),
    expect.stringMatching(/^warned: AUDIT_REPORT_HASH/),
  ]);
  await stored((db) => giveDistributor(db, `0x${'ab'.repeat(20)}`));
  expect(await says()).toEqual(['warned: The contract of list 1 has not been compared yet.']);
  const seen = { compared_at: BigInt(NOW - 40 * 60_000), differences: '["The root: a.","The total: b."]' };
  await stored((db) => db.updateTable('distributors').set(seen).execute());
  expect(await says()).toEqual([
    'warned: The contract of list 1 was last compared 40 minutes ago.',
    'failed: The contract of list 1 is named to nobody. The root: a.',
    'failed: The contract of list 1 is named to nobody. The total: b.',
  ]);
  const sound = { compared_at: BigInt(NOW), differences: '[]', named_at: 1n };
  await stored((db) => db.updateTable('distributors').set(sound).execute());
  expect(await says()).toEqual(['passed: The contract of list 1 agrees with it, and does not hold its tokens yet.']);
  mkdirSync(join(folder, 'allocation', '1'), { recursive: true });
  writeFileSync(join(folder, 'allocation', '1', 'manifest.json'), '{}');
  expect(await says()).toContain('warned: List 1 has no claim.html: this server had no build of the site.');
  writeFileSync(join(folder, 'allocation', '1', 'claim.html'), '');
  expect(await says()).toHaveLength(1);
});
