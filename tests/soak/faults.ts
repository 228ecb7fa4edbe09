import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { runNode } from '#tests/run/run-command.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { killRounds } from '#tests/support/kill-rounds.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { runReorgSchedule } from '#tests/support/reorg-schedule.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

/** A killed server answers again within this time. */
const READY_MS = 3_000;
/** About 400 of them buy all of phase 1, and the model knows only its price. */
const SCHEDULES_OF_A_SALE = 250;

async function soakKills(engine: string, location: string, kills: number): Promise<boolean> {
  const chains = await startTestChains();
  try {
    const report = await killRounds(kills, Date.now(), chains, location);
    const inTime = report.slowestWallMs <= READY_MS;
    console.log(
      `${engine}: ${report.kills} kills, ${report.payments} payments, ${report.acknowledged} acknowledged before a kill, ` +
        `${report.faults.length} lost or doubled, ready again within ${Math.round(report.slowestWallMs)} ms` +
        (inTime ? '' : ` (more than ${READY_MS})`),
    );
    for (const fault of report.faults) console.log(`  ${fault}`);
    return report.faults.length === 0 && inTime;
  } finally {
    await chains.stop();
  }
}

async function soakReorgs(engine: string, folder: string, schedules: number): Promise<boolean> {
  let wrong = 0;
  for (let first = 1; first <= schedules; first += SCHEDULES_OF_A_SALE) {
    const last = Math.min(schedules, first + SCHEDULES_OF_A_SALE - 1);
    wrong += await playSchedules(first, last, join(folder, `reorgs-${first}`, 'synx.sqlite'));
  }
  console.log(`${engine}: ${schedules} reorg schedules, ${wrong} in which the ledger differs from the model`);
  return wrong === 0;
}

/** The number of schedules after which the ledger differs from the model. */
async function playSchedules(first: number, last: number, location: string): Promise<number> {
  let wrong = 0;
  const chains = await startTestChains();
  try {
    const stack = await openStack({ chains, location });
    for (let seed = first; seed <= last; seed += 1) {
      const differences = [...(await runReorgSchedule(seed, chains, stack)), ...(await checkLedger(stack.context.db))];
      wrong += differences.length === 0 ? 0 : 1;
      for (const difference of differences) console.log(`  ${difference}`);
    }
    await stack.close();
  } finally {
    await chains.stop();
  }
  return wrong;
}

/** Purchases by the site's own code through random interruptions; its pages are bundled by the test runner. */
async function soakInterruptions(engine: 'SQLite' | 'PostgreSQL', purchases: number): Promise<boolean> {
  const env = { INTERRUPTED_PURCHASES: String(purchases), INTERRUPTED_SEED: String(Date.now() % 1_000_000) };
  const passed = await passes(['tests/api/money/interruptions.test.ts', '-t', engine], env);
  console.log(
    `${engine}: ${purchases} purchases through random interruptions (seed ${env.INTERRUPTED_SEED}), ${passed ? 'all' : 'NOT all'} as expected`,
  );
  return passed;
}

/** Stops under load, through the test of a stop. */
async function soakStops(stops: number): Promise<boolean> {
  const passed = await passes(['tests/api/start/graceful-stop.test.ts'], { STOPS_UNDER_LOAD: String(stops) });
  console.log(
    `${stops} stops under load: ${passed ? 'no reply was cut, nothing acknowledged was lost' : 'NOT all as expected'}`,
  );
  return passed;
}

/** Runs tests of the API with numbers other than those of `npm test`. */
async function passes(tests: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api'];
  return (await runNode([...vitest, ...tests], { env })) === 0;
}

/**
 * Kills while recording, reorganised chains, interrupted purchases and stops under load, as often as `numbers` say:
 * kills, reorg schedules, purchases, stops; none of a kind with 0. True when all of them ended as expected.
 */
export async function soakFaults(numbers: readonly string[]): Promise<boolean> {
  const [kills = 100, schedules = 500, purchases = 200, stops = 100] = numbers.map(Number);
  const outcomes: boolean[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'synx-soak-'));
  const postgres = await startPostgres();
  try {
    if (kills > 0) outcomes.push(await soakKills('SQLite', join(folder, 'kills', 'synx.sqlite'), kills));
    if (schedules > 0) outcomes.push(await soakReorgs('SQLite', folder, schedules));
    if (purchases > 0) outcomes.push(await soakInterruptions('SQLite', purchases));
    if (stops > 0) outcomes.push(await soakStops(stops));
    if ('unavailable' in postgres) console.log(`PostgreSQL is not tested: ${postgres.unavailable}`);
    else {
      if (kills > 0) outcomes.push(await soakKills('PostgreSQL', postgres.url, Math.ceil(kills / 4)));
      if (purchases > 0) outcomes.push(await soakInterruptions('PostgreSQL', Math.ceil(purchases / 4)));
    }
  } finally {
    if (!('unavailable' in postgres)) await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return outcomes.every((outcome) => outcome);
}
