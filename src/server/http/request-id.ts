import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What an id in a log line may contain; nginx's $request_id is 32 hexadecimal characters. */
const SAFE = /^[\w-]{8,64}$/;

/** Makes request ids for the log: a name and a count, which cost less than a random id; or a trusted proxy's own. */
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
