import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { getAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { siweText } from '#src/wallet/siwe-text.ts';

export const ORIGIN = 'http://localhost:4321';
const HOST = 'localhost:4321';

/** A browser with a wallet: keeps the session cookie and sends requests as a page of ORIGIN does. */
export interface Visitor {
  readonly account: PrivateKeyAccount;
  /** The account's address in lower case. */
  readonly wallet: string;
  /** The cookie header; empty without a session. */
  cookie: string;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, body: unknown): Promise<LightMyRequestResponse>;
  connect(wallet?: string): Promise<LightMyRequestResponse>;
  nonce(): Promise<string>;
  /** Signs in with the account, or claims to be `address`. */
  prove(address?: string): Promise<LightMyRequestResponse>;
}

/** Opens a visitor with a fresh wallet and no session, at an address of its own if one is given. */
export function newVisitor(app: FastifyInstance, now: () => number, remoteAddress = '127.0.0.1'): Visitor {
  const account = privateKeyToAccount(generatePrivateKey());
  const send = async (method: 'GET' | 'POST', url: string, payload?: unknown) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        host: HOST,
        ...(method === 'POST' ? { origin: ORIGIN } : {}),
        ...(visitor.cookie === '' ? {} : { cookie: visitor.cookie }),
      },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    for (const { name, value } of answer.cookies) visitor.cookie = `${name}=${value}`;
    return answer;
  };
  const visitor: Visitor = {
    account,
    wallet: account.address.toLowerCase(),
    cookie: '',
    get: (url) => send('GET', url),
    post: (url, body) => send('POST', url, body),
    connect: (wallet = visitor.wallet) =>
      send('POST', '/api/wallet/connect', { walletAddress: wallet, connectionMethod: 'injected' }),
    nonce: async () => (await send('GET', '/api/wallet/nonce')).json().nonce,
    prove: async (address = account.address) => {
      const message = proofText({ address, nonce: await visitor.nonce(), now: now() });
      return send('POST', '/api/wallet/prove', { message, signature: await account.signMessage({ message }) });
    },
  };
  return visitor;
}

/** The text the site asks a wallet to sign, for ORIGIN on Ethereum. */
export function proofText({
  address,
  nonce,
  now,
  chainId = 1,
}: {
  address: string;
  nonce: string;
  now: number;
  chainId?: number;
}): string {
  return siweText({
    domain: HOST,
    address: getAddress(address.toLowerCase()),
    statement: 'Prove that this wallet is yours. This is free.',
    uri: ORIGIN,
    chainId,
    nonce,
    issuedAt: new Date(now),
  });
}
