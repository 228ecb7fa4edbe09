import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { forgeAnswer, type RpcAnswer, type RpcCall } from './rpc-chaos/forge-answer.ts';
import type { RpcFault } from './rpc-chaos/rpc-faults.ts';

export interface ChaosProxy {
  readonly url: string;
  fault: RpcFault | null;
  stop(): Promise<void>;
}

/** A source before a chain that does what its `fault` says, and passes everything through while it is null. */
export async function startChaosProxy(upstream: string, otherChain: string): Promise<ChaosProxy> {
  const proxy = { fault: null as RpcFault | null };
  const server = createServer((request, response) => {
    serve(request, response, proxy.fault, upstream, otherChain).catch(() => response.destroy());
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
  fault: RpcFault | null,
  upstream: string,
  otherChain: string,
): Promise<void> {
  if (fault === 'down') {
    request.destroy();
    return;
  }
  const body = await text(request);
  // Held open: whoever asks gives up by its own clock.
  if (fault === 'slow') return;
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
  const answers = (await ask(list)) as RpcAnswer[];
  answers.sort((a, b) => a.id - b.id);
  if (fault !== null) await forgeAnswer(fault, list, answers, ask);
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
