import { type ChildProcess, spawn } from 'node:child_process';
import { foundryBinary } from './foundry-binary.ts';
import { listeningPort } from './listening-port.ts';

const STOP_TIMEOUT_MS = 10_000;

export interface AnvilProcess {
  readonly port: number;
  /** Resolves when the chain has ended for any reason. */
  readonly exited: Promise<void>;
  /** Stops the chain and lets it write its state; kills it after 10 seconds. */
  stop(): Promise<void>;
  /** Kills the chain at once, like a power cut. */
  kill(): Promise<void>;
}

/** Starts a chain on 127.0.0.1 and resolves when it listens; port 0 takes any. Throws ChainStartError. */
export async function startAnvil(port: number, args: readonly string[]): Promise<AnvilProcess> {
  const command = [
    '-c',
    LIFELINE,
    'sh',
    foundryBinary('anvil'),
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...args,
  ];
  // In its own process group: Ctrl-C in a terminal reaches only the owner, which then decides the order.
  const child = spawn('/bin/sh', command, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = async (): Promise<void> => {
    killGroup(child);
    await exited;
  };
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
    child.stdin.end();
    await exited;
    clearTimeout(timer);
  };
  child.stdin.on('error', () => undefined);
  try {
    return { port: await listeningPort(child, port), exited, stop, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/**
 * Runs a command and ends it when standard input closes, which the system does however the owner dies: not even `kill
 * -9` leaves a chain behind.
 */
const LIFELINE = `
exec 3<&0
"$@" </dev/null 3<&- &
chain=$!
(
  read -r _ <&3
  kill -TERM "$chain"
  tries=0
  while kill -0 "$chain" && [ "$tries" -lt 10 ]; do sleep 1; tries=$((tries + 1)); done
  kill -KILL "$chain"
) >/dev/null 2>&1 &
watch=$!
exec 3<&- </dev/null
wait "$chain"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;
