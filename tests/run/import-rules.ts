// Checks the import rules of .dependency-cruiser.cjs: `import-rules.ts [folder with src/ and tests/]`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CRUISER, RULES, withImportCopy } from './import-copy.ts';

const project = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

process.exitCode = withImportCopy(project, (copy) => {
  const args = [CRUISER, '--config', RULES, '--output-type', 'err', 'src', 'tests'];
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'inherit' }).status ?? 1;
});
