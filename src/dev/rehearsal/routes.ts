import { z } from 'zod';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import type { ServerOptions } from '#src/server/start.ts';
import { type LocalClient, localClient } from '../chains/local-client.ts';
import { READ_METHODS } from '../rehearsal-wallet/methods.ts';
import { giveCoins } from './faucet.ts';
import { handoverRoute } from './handover-routes.ts';
import { rehearsalDistributor } from './handover-settings.ts';
import { type AskedPayment, endHeld, HELD_ACTIONS, type HeldAction, holdPayment } from './held-payments.ts';
import { letDayPass } from './let-day-pass.ts';
import { ODD_ENDINGS, type OddEnding, sendOdd } from './odd-payments.ts';
import { trackOutages } from './outages.ts';
import { ALL_OUTAGES, type Outage } from './rehearsal-state.ts';
import type { RehearsalTime } from './rehearsal-time.ts';
import { reorganise } from './reorganise.ts';
import { sellDownTo } from './sell-tokens.ts';
import { answerAsNode, type ServedOutage, servedOutages } from './served-outages.ts';

export interface RehearsalOptions {
  /** The local chains themselves; no outage cuts wallets off from them. */
  readonly chains: readonly { readonly chainId: ChainId; readonly rpcUrl: string }[];
  /** Starts and ends the faults of the server's connection to the chains. */
  readonly turn: Readonly<Record<Exclude<Outage, ServedOutage>, (isOn: boolean) => void>>;
  readonly time: RehearsalTime;
}

const WALLET_METHODS: ReadonlySet<string> = new Set([...READ_METHODS, 'eth_sendTransaction', 'personal_sign']);

const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const onChain = z.object({ chainId: z.enum(CHAIN_IDS.map(String)) });
const payment = z.object({
  ...{ from: walletAddressSchema, to: walletAddressSchema },
  ...{ value: hex.optional(), data: hex.optional(), gas: hex.optional() },
});
type OnChain = { readonly chainId: string };
type App = Parameters<NonNullable<ServerOptions['extend']>>[0];

/** Not limited, and not in the API document. */
const route = (schema: object = {}) => ({ config: { rateLimit: false } as const, schema: { ...schema, hide: true } });

/** Routes that only a rehearsal has: the wallet's connection to the chains, the fault switches, and a faucet. */
export function rehearsalRoutes({ chains, turn, time }: RehearsalOptions): NonNullable<ServerOptions['extend']> {
  const clients = new Map<string, LocalClient>(
    chains.map(({ chainId, rpcUrl }) => [String(chainId), localClient(chainId, rpcUrl)]),
  );
  const clientOf = ({ chainId }: OnChain): LocalClient => {
    const client = clients.get(chainId);
    if (client === undefined) throw new RangeError(`no chain ${chainId}`);
    return client;
  };
  return async (app, context, recount) => {
    const served = new Set<ServedOutage>();
    walletRoute(app, chains, served);
    outageRoutes(app, { ...servedOutages(app, served), ...turn });
    handoverRoute({ app, context, time, recount, clientOf: (chainId) => clientOf({ chainId: String(chainId) }) });
    paymentRoutes(app, clientOf);
    saleRoute(app, clientOf);
    app.post('/rehearsal/day', route(), async () => {
      await letDayPass(context.db);
      return { success: true };
    });
    app.post<{ Body: { walletAddress: string } }>(
      '/api/testnet/faucet',
      { schema: { body: z.object({ walletAddress: walletAddressSchema }), hide: true } },
      async ({ body }) => {
        await Promise.all(
          chains.map(({ chainId }) => giveCoins(clientOf({ chainId: String(chainId) }), chainId, body.walletAddress)),
        );
        return { success: true };
      },
    );
  };
}

/** The wallet's connection to the local chains. */
function walletRoute(app: App, chains: RehearsalOptions['chains'], served: ReadonlySet<ServedOutage>): void {
  app.post<{ Params: OnChain; Body: { method?: unknown } }>(
    '/rehearsal/rpc/:chainId',
    route(),
    async ({ params, body }, reply) => {
      const chain = chains.find((candidate) => String(candidate.chainId) === params.chainId);
      const method = body?.method;
      if (chain === undefined || typeof method !== 'string' || !WALLET_METHODS.has(method)) {
        const error = { code: -32601, message: 'not a method of this chain' };
        return reply.send({ jsonrpc: '2.0', id: null, error });
      }
      const ask = async () => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(chain.rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })).text();
      };
      reply.type('application/json');
      if (served.size === 0 || chain.chainId !== rehearsalDistributor().chainId) return reply.send(await ask());
      const { status, text } = await answerAsNode(served, method, ask);
      return reply.code(status).send(text);
    },
  );
}

/** Connections that can be cut, and their switches. */
function outageRoutes(app: App, turn: Parameters<typeof trackOutages>[0]): void {
  const outages = trackOutages(turn);
  app.addHook('onClose', async () => outages.end());

  app.get('/rehearsal/state', route(), async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(outages.state()),
  );

  app.post<{ Body: { what: Outage; on: boolean } }>(
    '/rehearsal/outage',
    route({ body: z.object({ what: z.enum(ALL_OUTAGES), on: z.boolean() }) }),
    async ({ body }) => {
      outages.set(body.what, body.on);
      return outages.state();
    },
  );
}

/** The events of a payment on a chain: it is held back, ends in one of several ways, or leaves the chain again. */
function paymentRoutes(app: App, clientOf: (chain: OnChain) => LocalClient): void {
  app.post<{ Params: OnChain; Body: AskedPayment }>(
    '/rehearsal/hold/:chainId',
    route({ params: onChain, body: payment }),
    async ({ params, body }) => ({ hash: await holdPayment(clientOf(params), body) }),
  );

  app.post<{ Params: OnChain; Body: AskedPayment & { ending: OddEnding } }>(
    '/rehearsal/odd/:chainId',
    route({ params: onChain, body: payment.extend({ ending: z.enum(ODD_ENDINGS) }) }),
    async ({ params, body: { ending, ...asked } }) => ({
      hash: await sendOdd(clientOf(params), asked, ending),
    }),
  );

  app.post<{ Params: OnChain & { hash: string }; Body: { action: HeldAction } }>(
    '/rehearsal/held/:chainId/:hash',
    route({
      params: onChain.extend({ hash: z.string().regex(/^0x[0-9a-f]{64}$/) }),
      body: z.object({ action: z.enum(HELD_ACTIONS) }),
    }),
    async ({ params, body }) => ({ done: await endHeld(clientOf(params), params.hash, body.action) }),
  );

  app.post<{ Params: OnChain; Body: { wallet: string } }>(
    '/rehearsal/reorg/:chainId',
    route({ params: onChain, body: z.object({ wallet: walletAddressSchema }) }),
    async ({ params, body }) => ({ blocks: await reorganise(clientOf(params), body.wallet) }),
  );
}

/** A stranger who buys almost all that the sale has, or everything. */
function saleRoute(app: App, clientOf: (chain: OnChain) => LocalClient): void {
  app.post<{ Body: { left: number } }>(
    '/rehearsal/sell',
    route({ body: z.object({ left: z.int().min(0).max(100_000) }) }),
    async ({ body }) => {
      const pricing = (await app.inject('/api/presale/pricing')).json<PresalePricing>();
      const stock = { phase: pricing.phase, remaining: BigInt(pricing.tokensRemaining) };
      return { sold: await sellDownTo(clientOf({ chainId: '1' }), stock, BigInt(body.left)) };
    },
  );
}
