// npm run doctor [-- --mail ADDRESS]: checks a deployment, changes nothing. Exits with 1 if a check failed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printableLines } from '#src/lib/text/printable.ts';
import { examine } from '#src/server/ops/doctor/examine.ts';
import { printFindings } from '#src/server/ops/doctor/print-findings.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';

const root = join(import.meta.dirname, '../..');
process.chdir(root);

try {
  const { values } = parseArgs({ options: { mail: { type: 'string' } } });
  const findings = await examine({
    readSettings,
    siteDirectory: join(root, 'dist'),
    mailTo: values.mail,
    now: Date.now(),
  });
  console.log(printFindings(findings));
  // A service that never ends its answer still holds its connection open.
  process.exit(findings.some(({ result }) => result === 'failed') ? 1 : 0);
} catch (error) {
  console.error(printableLines(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
