import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer with its headers as sent: a header that was sent twice is a list, or its values are joined. */
export interface OriginAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names of all headers, each as often as it was sent. */
  readonly names: readonly string[];
  readonly body: Buffer;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type AskOrigin = (path: string, asking?: Asking) => Promise<OriginAnswer>;

/**
 * A client of one origin on this machine, which its name need not lead to: trusts the given certificate, follows no
 * redirect and keeps its connections.
 */
export function askOrigin(origin: string, ca?: string): AskOrigin {
  const isSecure = origin.startsWith('https:');
  const lookup: LookupFunction = (_name, { all }, found) => {
    if (all === true) found(null, [{ address: '127.0.0.1', family: 4 }]);
    else found(null, '127.0.0.1', 4);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup, ...(ca === undefined ? {} : { ca }) });
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = isSecure
        ? secureRequest(new URL(path, origin), { method, headers, agent })
        : plainRequest(new URL(path, origin), { method, headers });
      request.once('error', reject);
      request.once('response', (response) => {
        buffer(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              names: response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
              body: content,
            }),
          reject,
        );
      });
      request.end(body);
    });
}
