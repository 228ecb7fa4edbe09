import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What an id in a log line may consist of; nginx's $request_id is 32 hexadecimal characters. */
const SAFE = /^[\w-]{8,64}$/;

/**
 * Makes the ids of requests, by which a visitor's report is found in the log: a name of this process and a count, since
 * a random id for each would cost as much as the rest of a cached read's preparation. Behind a trusted proxy the
 * proxy's own X-Request-Id counts, so that its log agrees.
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
