// npm run test:upgrade [-- <version>…]: runs the server of each release (by default all) and the present one on one
// database. With --record it first stores the calls and schemas that tests/api/upgrade/ lacks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropSettings } from '#tests/run/clean-env.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startTestChains } from '#tests/support/test-chains.ts';
import { record } from './record.ts';
import { checkOut, type Release } from './release.ts';
import { RELEASES } from './releases.ts';
import { playUpgrade } from './upgrades.ts';

dropSettings();
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });
  const versions = positionals.length > 0 ? positionals : Object.keys(RELEASES);
  let passed = true;
  for (const version of versions) {
    const release = checkOut(version);
    try {
      const postgres = await startPostgres();
      if ('unavailable' in postgres) throw new Error(`PostgreSQL is needed: ${postgres.unavailable}`);
      try {
        if (values.record === true) await recordOnce(release, postgres.url);
        passed = (await play('PostgreSQL', postgres.url, true)) && passed;
      } finally {
        await postgres.stop();
      }
      const folder = mkdtempSync(join(tmpdir(), 'synx-upgrade-'));
      passed = (await play('SQLite', join(folder, 'synx.sqlite'), false)) && passed;
      rmSync(folder, { recursive: true, force: true });
    } finally {
      release.remove();
    }

    async function play(engine: string, location: string, sideBySide: boolean): Promise<boolean> {
      const chains = await startTestChains();
      const started = performance.now();
      try {
        const { payments, steps, faults } = await playUpgrade(release, chains, location, sideBySide);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(
          `${faults.length === 0 ? '✓' : '✗'} ${version} and now on ${engine}: ${payments} payments, ${faults.length} faults, ${seconds} s`,
        );
        console.log(`  ${steps.join(' → ')}`);
        for (const fault of faults) console.log(`  ${fault}`);
        return faults.length === 0;
      } finally {
        await chains.stop();
      }
    }
  }
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Stores what tests/api/upgrade/ compares a release by. */
async function recordOnce(release: Release, postgresUrl: string): Promise<void> {
  const chains = await startTestChains();
  try {
    const files = await record(release, chains, postgresUrl);
    if (files.length > 0) console.log(`Stored ${files.join(', ')}.`);
  } finally {
    await chains.stop();
  }
}
