import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { cleanEnv } from '#tests/run/clean-env.ts';

export interface Child {
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves with the first match in its output; rejects when it ends without one. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
  /** Signals its whole process group, as a terminal does; for `group: true`. */
  killGroup(signal: NodeJS.Signals): void;
}

/**
 * Runs this Node with the arguments and, in addition to the cleaned ones, the given variables, outside the project's
 * folder.
 */
export function startChild(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: { readonly group?: boolean } = {},
): Child {
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    env: { ...cleanEnv(process.env), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group ?? false,
  });
  let printed = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      for (const look of watchers) look();
    });
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? 0,
    output: () => printed,
    ended,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(printed);
          if (found === null) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without printing ${pattern}:\n${printed}`)));
      }),
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    },
  };
}
