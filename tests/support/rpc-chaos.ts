import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { forgeAnswer, type RpcAnswer, type RpcCall } from './rpc-chaos/forge-answer.ts';
import type { RpcFault } from './rpc-chaos/rpc-faults.ts';

export interface ChaosProxy {
  readonly url: string;
  fault: RpcFault | null;
  /** The additional delay of every answer, in milliseconds. */
  delayMs: number;
  /** Changes the chain's answer to one call, in place. */
  change: ((call: RpcCall, answer: RpcAnswer) => void) | null;
  /** Number of calls so far. */
  calls: number;
  stop(): Promise<void>;
}

/** A source in front of a chain that simulates its `fault`, and passes everything through while it is null. */
export async function startChaosProxy(upstream: string, otherChain: string): Promise<ChaosProxy> {
  const proxy: Omit<ChaosProxy, 'url' | 'stop'> = { fault: null, delayMs: 0, change: null, calls: 0 };
  const server = createServer((request, response) => {
    const count = (calls: number) => {
      proxy.calls += calls;
    };
    const answer = async () => {
      if (proxy.delayMs > 0) await setTimeout(proxy.delayMs);
      await serve(request, response, proxy, upstream, otherChain, count);
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { fault, change }: Pick<ChaosProxy, 'fault' | 'change'>,
  upstream: string,
  otherChain: string,
  count: (calls: number) => void,
): Promise<void> {
  if (fault === 'down') {
    request.destroy();
    return;
  }
  const body = await text(request);
  // Held open: the client gives up after its own timeout.
  if (fault === 'slow') return;
  if (fault === 'stalled' || fault === 'trickling' || fault === 'half-closed' || fault === 'endless') {
    neverEnd(fault, response);
    return;
  }
  if (fault === 'rate-limited' || fault === 'broken') {
    response.writeHead(fault === 'broken' ? 500 : 429, { 'content-type': 'text/plain' }).end('no');
    return;
  }
  if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>');
    return;
  }
  const ask = async (calls: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const url = fault === 'other-chain' ? otherChain : upstream;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })).json();
  };
  const calls = JSON.parse(body) as RpcCall | RpcCall[];
  const list = Array.isArray(calls) ? calls : [calls];
  count(list.length);
  const answers = (await ask(list)) as RpcAnswer[];
  answers.sort((a, b) => a.id - b.id);
  if (fault !== null) await forgeAnswer(fault, list, answers, ask);
  for (const answer of answers) {
    const call = list.find(({ id }) => id === answer.id);
    if (call !== undefined) change?.(call, answer);
  }
  const json = JSON.stringify(Array.isArray(calls) ? answers : answers[0]);
  if (fault === 'truncated' || fault === 'reset') {
    const half = json.slice(0, Math.ceil(json.length / 2));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': fault === 'reset' ? json.length : half.length,
    });
    response.write(half, () => (fault === 'reset' ? response.destroy() : response.end()));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(json);
}

/** Headers, the beginning of an answer, and then nothing, a blank now and then, or blanks for ever. */
function neverEnd(fault: 'stalled' | 'trickling' | 'half-closed' | 'endless', response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('[');
  // The sending half of the connection ends without the end of the answer; the receiving half remains.
  if (fault === 'half-closed') response.socket?.end();
  if (fault === 'trickling') {
    const timer = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(timer));
  }
  if (fault !== 'endless') return;
  const piece = ' '.repeat(64 * 1024);
  const fill = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', fill);
  fill();
}
