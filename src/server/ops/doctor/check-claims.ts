import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { missingSettings } from '#src/server/money/handover/deploy-facts.ts';
import { peekDatabase } from '#src/server/platform/database/peek.ts';
import { databaseOf, isShared } from '#src/server/platform/database/settings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { failed, passed, type Verdict, type Verdicts, warned } from '#src/server/platform/util/finding.ts';

const OLD_MINUTES = 30;

/** The final list without a contract, and the contracts that were given, from the oldest. */
const FINAL = "select id from allocation_batches where state = 'final' and id not in (select batch from distributors)";
const GIVEN = 'select batch from distributors order by batch';
const ofBatch = (column: string, batch: string) =>
  `select coalesce(${column}, ${column === 'differences' ? "''" : '0'}) from distributors where batch = ${Number(batch)}`;

interface Contract {
  readonly batch: string;
  readonly differences: string;
  readonly comparedAt: number;
  readonly isFunded: boolean;
}

/** What is missing before the contracts of a list can be deployed, and in what a given one differs from its list. */
export async function* checkClaims(env: Env, now: number): Verdicts {
  const missing = missingSettings(env);
  const stored = await readStored(env);
  if (stored === null || (stored.waiting.length === 0 && stored.contracts.length === 0)) {
    const what = [...missing, ...(stored === null ? [] : ['No list is final.'])];
    return yield passed(`Nothing can be claimed yet.${what.map((sentence) => ` ${sentence}`).join('')}`);
  }
  if (stored.waiting.length > 0) {
    for (const sentence of missing)
      yield warned(sentence, 'Decide it before the contracts are deployed: docs/runbook.md.');
    if (missing.length === 0)
      yield passed('The contracts of the final list can be deployed: npm run allocation -- deploy-arguments FOLDER.');
  }
  for (const contract of stored.contracts) yield* verdictsOf(contract, now);
  for (const { batch } of stored.contracts.filter(isNamed))
    if (isPublished(env, batch, 'manifest.json') && !isPublished(env, batch, 'claim.html'))
      yield warned(
        `List ${batch} has no claim.html: this server had no build of the site.`,
        'npm run build, or src/build/claim-file.ts alone; then npm run allocation -- publish.',
      );
}

function isNamed({ differences, comparedAt }: Contract): boolean {
  return comparedAt > 0 && (differences === '' || differences === '[]');
}

function isPublished({ ALLOCATION_FOLDER }: Env, batch: string, file: string): boolean {
  return existsSync(join(ALLOCATION_FOLDER, batch, file));
}

function* verdictsOf({ batch, differences, comparedAt, isFunded }: Contract, now: number): Generator<Verdict> {
  const minutes = Math.floor((now - comparedAt) / 60_000);
  if (minutes > OLD_MINUTES)
    yield warned(
      comparedAt === 0
        ? `The contract of list ${batch} has not been compared yet.`
        : `The contract of list ${batch} was last compared ${minutes} minutes ago.`,
      'See the sources of its chain.',
    );
  const found = differences === '' ? [] : (JSON.parse(differences) as readonly string[]);
  for (const sentence of found)
    yield failed(
      `The contract of list ${batch} is named to nobody. ${sentence}`,
      'docs/runbook.md, "The contract differs from its list".',
    );
  if (found.length === 0 && comparedAt > 0)
    yield passed(
      `The contract of list ${batch} agrees with it, and ${isFunded ? 'holds its tokens' : 'does not hold its tokens yet'}.`,
    );
}

/** Null while there is no database with lists, or a running server has it open. */
async function readStored(env: Env): Promise<{
  readonly waiting: readonly string[];
  readonly contracts: readonly Contract[];
} | null> {
  const location = env.DATABASE_DIRECT_URL ?? databaseOf(env)[0];
  if (!isShared(env) && !existsSync(location)) return null;
  try {
    return await peekDatabase(location, async ({ hasTable, values }) => {
      if (!(await hasTable('distributors'))) return null;
      const contracts: Contract[] = [];
      for (const batch of await values(GIVEN)) {
        const one = async (column: string) => (await values(ofBatch(column, batch)))[0] ?? '';
        contracts.push({
          batch,
          differences: await one('differences'),
          comparedAt: Number(await one('compared_at')),
          isFunded: (await one('funded_at')) !== '0',
        });
      }
      return { waiting: await values(FINAL), contracts };
    });
  } catch {
    // What is wrong with the database is found by the check of it.
    return null;
  }
}
