// Checks the import rules of tests/dependency-cruiser.cjs: `import-rules.ts [folder with src/ and tests/]`.
// dependency-cruiser does not read .astro files, so it is shown a copy in which each has its code beside it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { astroImports } from './astro-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = process.argv[2] ?? root;

// Inside the project, where node_modules is found from.
mkdirSync(join(root, '.test'), { recursive: true });
const copy = mkdtempSync(join(root, '.test', 'imports-'));
try {
  for (const name of ['src', 'tests', 'content']) {
    if (existsSync(join(project, name))) cpSync(join(project, name), join(copy, name), { recursive: true });
  }
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name));
  for (const file of globSync('src/**/*.astro', { cwd: copy })) {
    const path = join(copy, file);
    writeFileSync(`${path}.tsx`, astroImports(readFileSync(path, 'utf8')));
    writeFileSync(path, '');
  }
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const rules = join(root, 'tests/dependency-cruiser.cjs');
  const args = [cruiser, '--config', rules, '--output-type', 'err', 'src', 'tests'];
  process.exitCode = spawnSync(process.execPath, args, { cwd: copy, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
