import pino from 'pino';
import { hideAddresses } from './hide-addresses.ts';

/** How deep requests nested in clients' errors are logged. */
const DEEPEST = 6;
/** A source's error, and each error around it, can quote an answer of a megabyte. */
const LONGEST_TEXT = 2_000;

/** The server's log: lines on standard output whose errors reveal no address of a node or database. */
export function createLogger(level: string, destination?: pino.DestinationStream): pino.Logger {
  const err = (error: Error) => hidden(pino.stdSerializers.err(error), 0);
  return pino({ level, serializers: { err } }, destination ?? pino.destination(1));
}

function hidden(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideAddresses(value).slice(0, LONGEST_TEXT);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((item) => hidden(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hidden(item, depth + 1)]));
}
