import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

interface Listener extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  readonly port: number;
  /** The folder it works in, which goes with it. */
  readonly home: string;
  /** Ends the program; SIGTERM unless given. */
  readonly signal?: NodeJS.Signals;
}

/**
 * Starts a program that listens on a port of 127.0.0.1. Returns a function that ends it and removes its folder. Throws
 * with its error output if it ends first, or does not listen within ten seconds.
 */
export async function startListener(
  program: string,
  args: readonly string[],
  { port, home, signal = 'SIGTERM', ...options }: Listener,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += String(chunk);
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill(signal);
    await gone;
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await acceptsConnections(port, child);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : error} ${printed}`);
  }
  return stop;
}

async function acceptsConnections(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${child.spawnfile} does not listen.`);
    await setTimeout(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
