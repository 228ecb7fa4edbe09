import { writeSync } from 'node:fs';
import pino from 'pino';
import { printableLines } from '#src/lib/text/printable.ts';
import { hideAddresses } from './hide-addresses.ts';

/** How deep requests nested in clients' errors are logged. */
const DEEPEST = 6;
/** A source's error, and each error around it, can quote an answer of a megabyte. */
const LONGEST_TEXT = 2_000;

/** Bytes of lines that wait for a reader of the log that stands still; later lines are dropped, and counted. */
const MOST_WAITING = 1024 * 1024;
const RETRY_MS = 20;
/** How long the end of the process waits for a reader that reads nothing. */
const LAST_MS = 1_000;

/** The server's log: lines on standard output, whose errors reveal no address, and which no terminal obeys. */
export function createLogger(level: string, destination?: pino.DestinationStream): pino.Logger {
  const err = (error: Error) => hidden(pino.stdSerializers.err(error), 0);
  const missing = (lines: number) => logger.warn({ lines }, 'nobody read the log: lines are missing');
  const options = { level, serializers: { err }, hooks: { streamWrite: printableLines } };
  const logger: pino.Logger = pino(options, destination ?? standardOutput(missing));
  return logger;
}

/**
 * Lines on standard output, in order, without ever waiting for whoever reads them: pino's own destination does at each
 * alarm and at the end of the process. Tells `missing` how many were dropped, once they are read again.
 */
function standardOutput(missing: (lines: number) => void): pino.DestinationStream {
  // Reading the property makes writes to a full pipe fail instead of wait; a worker thread has no number there.
  const fd = process.stdout.fd ?? 1;
  const waiting: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Whether everything is written; a full disk, like a full pipe, may take the rest later. */
  const drain = (): boolean => {
    try {
      for (let [line] = waiting; line !== undefined; [line] = waiting) {
        const written = writeSync(fd, line);
        bytes -= written;
        if (written === line.length) waiting.shift();
        else waiting[0] = line.subarray(written);
      }
      return true;
    } catch {
      return false;
    }
  };
  const last = () => {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    let [left, since] = [bytes, performance.now()];
    while (!drain() && performance.now() < since + LAST_MS) {
      if (bytes < left) [left, since] = [bytes, performance.now()];
      Atomics.wait(clock, 0, 0, RETRY_MS);
    }
  };
  const retry = () => {
    if (!drain()) return;
    clearInterval(timer);
    timer = undefined;
    process.off('exit', last);
    const lines = dropped;
    dropped = 0;
    if (lines > 0) missing(lines);
  };
  return {
    write: (line) => {
      const next = Buffer.from(line);
      if (bytes + next.length > MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(next);
      bytes += next.length;
      if (timer !== undefined || drain()) return;
      timer = setInterval(retry, RETRY_MS).unref();
      process.on('exit', last);
    },
  };
}

function hidden(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shown(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((item) => hidden(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [shown(name), hidden(item, depth + 1)]));
}

function shown(text: string): string {
  return printableLines(hideAddresses(text).slice(0, LONGEST_TEXT));
}
