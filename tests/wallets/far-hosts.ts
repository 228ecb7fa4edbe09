import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChainId } from '#src/config/chains.ts';
import type { ChainAddress } from '#tests/support/browser/stack-address.ts';
import { writeCertificate } from '#tests/support/write-certificate.ts';
import type { AskChain, WalletDriver } from './wallet-driver.ts';

/** An extension’s worker asks other hosts as a page does. */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

export interface FarHosts {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts one server of this machine in place of every host that a wallet asks: its nodes are the local chains, the
 * services of its makers answer what the driver says, and the rest answers 404.
 */
export async function startFarHosts(driver: WalletDriver, chains: readonly ChainAddress[]): Promise<FarHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-wallet-hosts-'));
  const { file, keyFile } = writeCertificate(folder);
  const [cert, key] = [readFileSync(file), readFileSync(keyFile)];
  rmSync(folder, { recursive: true });

  const post = async (chainId: ChainId, body: string): Promise<unknown> => {
    const { rpcUrl } = chains.find((chain) => chain.chainId === chainId) ?? {};
    if (rpcUrl === undefined) throw new RangeError(`no chain ${chainId}`);
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return answer.json();
  };
  const ask: AskChain = (chainId, method, params) =>
    post(chainId, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const answerTo = async (request: IncomingMessage): Promise<unknown> => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
    const body = await text(request);
    const chainId = driver.nodes[url.hostname];
    return chainId === undefined ? driver.answer?.(url, body, ask) : post(chainId, body);
  };
  const reply = (response: ServerResponse, answer: unknown) => {
    response.writeHead(answer === undefined ? 404 : 200, { ...OPEN_TO_ALL, 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  };
  const server = createServer({ cert, key }, (request, response) => {
    if (request.method === 'OPTIONS') return reply(response, {});
    answerTo(request).then(
      (answer) => reply(response, answer),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
