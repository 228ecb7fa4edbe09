import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What an id in a log line may contain; nginx's $request_id is 32 hexadecimal characters. */
const SAFE = /^[\w-]{8,64}$/;

/**
 * Makes request ids, which link a visitor's report to the log: this process's name and a count, since a random id would
 * cost as much as everything else in a cached read. Behind a trusted proxy, uses its X-Request-Id, so that both logs
 * agree.
 */
export function createRequestIds({ proxied }: { proxied: boolean }): (request: IncomingMessage) => string {
  const processName = randomBytes(5).toString('hex');
  let count = 0;
  return (request) => {
    const given = proxied ? request.headers['x-request-id'] : undefined;
    if (typeof given === 'string' && SAFE.test(given)) return given;
    count += 1;
    return `${processName}-${count.toString(36)}`;
  };
}
