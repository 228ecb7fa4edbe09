import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { missingLibrary } from './missing-library.mjs';

/** The code with which Linux ends a program that lacks a library. */
const NOT_LOADED = 127;

/**
 * Runs an entry in the given Node as if it were this process, and ends as it ends.
 * @param {string} node path of the Node binary
 * @param {string} root the project's folder, the child's working directory
 * @param {string} entry a TypeScript file, from `root`
 * @param {string[]} args passed on unchanged
 * @returns {Promise<void>} resolved when the child has ended and the exit code is set
 * @throws {Error} with a message for the newcomer if that Node lacks a library
 */
export function runIn(node, root, entry, args) {
  return new Promise((resolve, reject) => {
    const env = {
      // Half of a start is compilation: this command and all that it starts keep what they have compiled.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      ...process.env,
      // Tools that start `node` by name get the pinned one.
      PATH: [dirname(node), process.env.PATH].filter(Boolean).join(delimiter),
      // A build sends no telemetry, and prints no notice about it.
      ASTRO_TELEMETRY_DISABLED: '1',
    };
    // The channel closes however this process ends: a child that wants to end with it listens for `disconnect`.
    const child = spawn(node, [entry, ...args], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    // Ctrl-C reaches the child from the terminal, which signals the whole foreground group: only wait for it.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    // The last resort against leaving a process behind when this one fails.
    process.on('exit', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      // The shell's convention for an end by signal: 128 + its number.
      process.exitCode = signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1);
      const missing = code === NOT_LOADED ? missingLibrary(node) : null;
      if (missing === null) resolve();
      else reject(new Error(missing));
    });
  });
}
