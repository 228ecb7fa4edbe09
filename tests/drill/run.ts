// npm run drill [-- NAME…]: performs tasks of docs/runbook.md on local chains, with the commands and outputs of that
// page, and prints how long each took.
import { dropSettings } from '#tests/run/clean-env.ts';
import type { Drill } from './drill.ts';

const DRILLS: Readonly<Record<string, () => Promise<Drill>>> = {
  restore: async () => (await import('./restore-backup.ts')).restoreBackup,
  source: async () => (await import('./lying-source.ts')).replaceLyingSource,
  primary: async () => (await import('./lost-primary.ts')).promoteStandby,
  rollback: async () => (await import('./roll-back.ts')).rollBack,
  key: async () => (await import('./receipt-key.ts')).rotateReceiptKey,
  end: async () => (await import('./end-of-sale.ts')).endSale,
  handover: async () => (await import('./handover.ts')).handOverAll,
  others: async () => (await import('./other-tasks.ts')).performOthers,
};

dropSettings();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => DRILLS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no such drill: ${unknown.join(', ')}; there are ${Object.keys(DRILLS).join(', ')}`);

print(['Drill', 'Took', 'With set-up', 'Outcome']);
let failed = 0;
for (const [name, load] of Object.entries(DRILLS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const started = performance.now();
  const times = { began: started, ended: started };
  const watch = {
    begin: () => {
      times.began = performance.now();
    },
    end: () => {
      times.ended = performance.now();
    },
  };
  try {
    const outcome = await (await load())(watch);
    print([`✓ ${name}`, seconds(times.ended - times.began), seconds(performance.now() - started), outcome]);
  } catch (error) {
    failed += 1;
    print([
      `✗ ${name}`,
      '–',
      seconds(performance.now() - started),
      error instanceof Error ? error.message : String(error),
    ]);
  }
}
process.exit(failed === 0 ? 0 : 1);

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function print([drill = '', took = '', whole = '', outcome = '']: readonly string[]): void {
  console.log([drill.padEnd(9), took.padStart(8), whole.padStart(11), outcome].join('  '));
}
