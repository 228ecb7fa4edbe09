import { join } from 'node:path';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { VERIFIERS, type Verifier } from '#src/server/community/airdrop/verifiers.ts';
import { readProposals } from '#src/server/community/voting/proposals.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { trustedProxies } from '#src/server/platform/env/trusted-proxies.ts';
import { openKeyRing } from '#src/server/platform/keys/key-ring.ts';
import { drainConnections } from './drain-connections.ts';
import { answerBadAddress, answerBrokenRequest } from './framework-errors.ts';
import { datedWritesPlugin } from './plugins/dated-writes.ts';
import { errorsPlugin } from './plugins/errors.ts';
import { limitsPlugin } from './plugins/limits.ts';
import { originsPlugin } from './plugins/origins.ts';
import { securityHeadersPlugin } from './plugins/security-headers.ts';
import { sessionsPlugin } from './plugins/sessions.ts';
import { staticSitePlugin } from './plugins/static-site.ts';
import { createRequestIds } from './request-id.ts';
import { airdropRoutes } from './routes/airdrop.ts';
import { allocationRoutes } from './routes/allocation.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { cardRoutes } from './routes/card.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { faqRoutes } from './routes/faq.ts';
import { figureRoutes } from './routes/figures.ts';
import { localeRoutes } from './routes/locale.ts';
import { missionRoutes } from './routes/missions.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { partnerRoutes } from './routes/partners.ts';
import { presaleRoutes } from './routes/presale.ts';
import { privacyRoutes } from './routes/privacy.ts';
import { purchaseRoutes } from './routes/purchase.ts';
import { recordRoutes } from './routes/records.ts';
import { referralRoutes } from './routes/referrals.ts';
import { staffRoutes } from './routes/staff.ts';
import { stakingRoutes } from './routes/staking.ts';
import { systemRoutes } from './routes/system.ts';
import { trackRoutes } from './routes/track.ts';
import { verifyRoutes } from './routes/verify.ts';
import { violationRoutes } from './routes/violations.ts';
import { votingRoutes } from './routes/voting.ts';
import { walletRoutes } from './routes/wallet.ts';

const BODY_LIMIT_BYTES = 16_384;
const REQUEST_TIMEOUT_MS = 10_000;

export interface AppOptions {
  readonly context: AppContext;
  /** The context on the connections reserved for payments; by default the same as `context`. */
  readonly money?: AppContext;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** The built site; null to serve the API alone. */
  readonly siteDirectory: string | null;
  /** The texts of the site; by default content/. */
  readonly contentDirectory?: string;
  /** Verifiers that check submissions before a person does; by default those of verifiers.ts. */
  readonly verifiers?: readonly Verifier[];
  /** Counts every request, if given. */
  readonly observe?: ((app: FastifyInstance) => void) | undefined;
  /** Routes for a developer's machine only. */
  readonly extend?: (app: FastifyInstance, context: AppContext) => Promise<void>;
}

/** Builds the whole HTTP side without listening: tests call it through inject(), and only start.ts opens a port. */
export async function buildApp({
  context,
  money = context,
  logger,
  version,
  siteDirectory,
  contentDirectory = join(import.meta.dirname, '../../../content'),
  verifiers = VERIFIERS,
  observe,
  extend,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    // Only failed requests are logged: a logger per request, even a shared one, costs more than a cached read.
    childLoggerFactory: () => logger,
    genReqId: createRequestIds({ proxied: trustedProxies(context.env.TRUST_PROXY) !== false }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 30_000,
    // By default Node looks for overdue requests only every half minute.
    http: { connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during the stop still get an answer; then their connections are closed.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    trustProxy: trustedProxies(context.env.TRUST_PROXY),
    routerOptions: { maxParamLength: 200 },
  });
  app.log = logger;
  app.server.headersTimeout = REQUEST_TIMEOUT_MS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  observe?.(app);
  await app.register(errorsPlugin);
  await app.register(securityHeadersPlugin, { env: context.env });
  await app.register(limitsPlugin, { context });
  await app.register(originsPlugin, { env: context.env });
  await app.register(datedWritesPlugin, { clock: context.clock });
  await app.register(sessionsPlugin, { context });
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'SYNX API',
        version,
        description: 'Every amount of money is a decimal string; errors are {code, message}.',
      },
    },
    transform: jsonSchemaTransform,
  });
  await registerRoutes(app, { context, money, version, contentDirectory, verifiers });
  await extend?.(app, context);
  drainConnections(app);
  await app.register(staticSitePlugin, { directory: siteDirectory });
  await app.ready();
  return app;
}

async function registerRoutes(
  app: FastifyInstance,
  {
    context,
    money,
    version,
    contentDirectory,
    verifiers,
  }: Required<Pick<AppOptions, 'context' | 'money' | 'version' | 'contentDirectory' | 'verifiers'>>,
): Promise<void> {
  await app.register(systemRoutes, { context, version });
  await app.register(walletRoutes, { context });
  await app.register(presaleRoutes, { context });
  await app.register(purchaseRoutes, { context: money });
  await app.register(stakingRoutes, { context });
  await app.register(dashboardRoutes, { context });
  await app.register(allocationRoutes, { context });
  await app.register(trackRoutes, { context });
  const keys = await openKeyRing(context.db, context.env, context.now());
  await app.register(verifyRoutes, { context, keys });
  await app.register(recordRoutes, { context, keys });
  await app.register(figureRoutes, { context });
  const proposals = readProposals(contentDirectory);
  await app.register(airdropRoutes, { context, proposals });
  await app.register(missionRoutes, { context, verifiers });
  await app.register(referralRoutes, { context });
  await app.register(votingRoutes, { context, proposals });
  await app.register(privacyRoutes, { context });
  await app.register(newsletterRoutes, { context });
  await app.register(partnerRoutes, { context });
  await app.register(faqRoutes, { context, contentDirectory });
  await app.register(localeRoutes);
  await app.register(cardRoutes, { context });
  await app.register(violationRoutes, { context });
  await app.register(analyticsRoutes, { context, contentDirectory });
  if (context.env.STAFF_DESK === 'on') await app.register(staffRoutes, { context });
}
