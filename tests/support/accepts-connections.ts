import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Resolves when a program listens on a port of 127.0.0.1. Throws if it ends first, or takes ten seconds. */
export async function acceptsConnections(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${child.spawnfile} does not listen`);
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
