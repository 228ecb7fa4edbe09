import { type ChildProcess, spawn } from 'node:child_process';
import { cleanEnv } from './clean-env.ts';

/** A command that has not ended after this many milliseconds hangs. */
const PATIENCE = 90 * 60_000;

const running = new Set<ChildProcess>();

/**
 * Runs a Node program.
 * @param args the program's file and its arguments
 * @param options.output the open file its output goes to; streamed to ours where there is none
 * @param options.env variables in addition to the cleaned ones
 * @returns its exit code; 1 when a signal or the time limit ended it
 */
export function runNode(
  args: readonly string[],
  { output = 'inherit', env = {} }: { readonly output?: number | 'inherit'; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', output, output],
      env: { ...cleanEnv(process.env), ...env },
    });
    running.add(child);
    let timer = setTimeout(() => {
      console.error(`\n${args[0]} is still running after ${PATIENCE / 60_000} minutes: stopping it.`);
      child.kill('SIGTERM');
      timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    }, PATIENCE);
    const end = (code: number) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.once('exit', (code) => end(code ?? 1));
  });
}

/** Forwards a signal to the running command. A terminal's Ctrl-C already reaches it. */
export function stopRunning(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}
