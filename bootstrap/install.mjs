import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { explainFailure } from './explain-failure.mjs';
import { isInstalled } from './is-installed.mjs';
import { prune } from './prune.mjs';
import { refuseUnchecked } from './unchecked-packages.mjs';

/**
 * Runs `npm ci` unless node_modules already matches the lock file.
 * @param {string} root the project's folder
 * @param {{ tests: boolean }} scope whether packages that only tests and checks use are needed as well; without them
 * a first start installs half as much
 * @returns {Promise<void>}
 * @throws {Error} with the reason in words when the installation fails
 */
export async function installIfNeeded(root, { tests }) {
  const modules = join(root, 'node_modules');
  // npm ci empties node_modules first, so a stamp inside it can only mean a finished installation.
  const stamp = join(modules, '.installed');
  const enough = [fingerprint(root, true), fingerprint(root, tests)];
  if (existsSync(stamp) && enough.includes(readFileSync(stamp, 'utf8'))) return;
  // The operator's own npm did it, with or without --omit=dev.
  const found = [true, tests].find((whole) => isInstalled(root, { tests: whole }));
  if (found !== undefined) {
    writeFileSync(stamp, fingerprint(root, found));
    return;
  }

  refuseUnchecked(root);
  const started = Date.now();
  console.log(
    `${existsSync(modules) ? 'Updating' : 'Installing'} dependencies (one to three minutes the first time) …`,
  );
  const { code, output } = await npmCi(root, tests);
  if (code !== 0) throw new Error(explainFailure(code, output));
  prune(modules, { tests });
  writeFileSync(stamp, fingerprint(root, tests));
  console.log(`Dependencies ready after ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The inputs of an installation: the lock file, the platform, and whether it is a whole one. */
function fingerprint(root, tests) {
  let lock;
  try {
    lock = readFileSync(join(root, 'package-lock.json'));
  } catch {
    throw new Error(`package-lock.json is missing in ${root}: run this from a whole copy of the repository.`);
  }
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}${tests ? '' : ' without tests'}\n`;
}

/**
 * Runs `npm ci` and prints a sign of life every few seconds; its output is kept to explain a failure. Never
 * `npm install`, which accepts what the lock file does not name.
 */
function npmCi(root, tests) {
  // `npm run` puts node_modules/.bin first on PATH, and its `node` is about to be deleted: use the host's.
  const path = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.endsWith(join('node_modules', '.bin')));
  const args = [
    'ci',
    '--no-save',
    '--ignore-scripts',
    tests ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  // At this level npm reports errors only: packages that want a newer Node are meant for the pinned one.
  args.push('--loglevel=error', '--no-update-notifier');
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, PATH: path.join(delimiter), npm_config_engine_strict: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const tick = setInterval(() => progress(`  … ${Math.round((Date.now() - started) / 1000)} s`), 5_000);
    const stop = (signal) => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
    const end = (code, text) => {
      clearInterval(tick);
      for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, stop);
      progress('');
      resolve({ code, output: text });
    };
    child.on('error', (error) => end(1, String(error)));
    child.on('close', (code) => end(code ?? 1, output));
  });
}

/** Rewrites one line on a terminal; stays silent elsewhere, where occasional lines would only fill a log. */
function progress(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}
