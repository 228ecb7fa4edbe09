import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import { apiErrorSchema, callsOf } from '#src/contract/errors.ts';
import { healthResponseSchema, readyResponseSchema } from '#src/contract/system.ts';
import { testnetStatusSchema } from '#src/contract/testnet.ts';
import { openAlarms } from '#src/server/platform/alerts/alarms.ts';
import { storedHeads } from '#src/server/platform/chains/stored-heads.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ageOf } from '#src/server/platform/util/age.ts';

const STALE_MS = 60_000;

/** The process answers, what it depends on does, whether it is a rehearsal; and the document of the API. */
export const systemRoutes: FastifyPluginAsyncZod<{ context: AppContext; version: string }> = async (
  app,
  { context, version },
) => {
  const tags = ['system'];
  const readiness = oneAtATime(() => readinessOf(context));
  app.get(
    '/api/health',
    {
      config: { rateLimit: false },
      schema: { summary: 'The process answers', tags, response: { 200: healthResponseSchema } },
    },
    async () => ({
      status: 'ok' as const,
      version,
      uptimeSeconds: Math.floor(process.uptime()),
    }),
  );

  app.get(
    '/api/ready',
    {
      config: { rateLimit: false },
      schema: {
        summary: 'Database, ledger and chains',
        tags,
        // Also 503: how a busy process refuses, in the shape of every error.
        response: { 200: readyResponseSchema, 503: z.union([readyResponseSchema, apiErrorSchema]) },
      },
    },
    async (_request, reply) => {
      const answer = await readiness();
      return reply.status(answer.database ? 200 : 503).send(answer);
    },
  );

  app.get(
    '/api/testnet/status',
    callsOf('system')('State of the test network of the SYNX chain', testnetStatusSchema),
    async () => ({
      announced: false as const,
      rehearsal: context.env.rehearsal,
      asOf: new Date(context.now()).toISOString(),
    }),
  );

  // Written once: it is the largest answer, and anybody may ask for it three hundred times a minute.
  let document: Buffer | undefined;
  app.get('/api/openapi.json', { config: { takesTurns: true }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
};

/** Callers that come during a load share it: these calls have no limit, and they read the database. */
function oneAtATime<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };
}

async function readinessOf(context: AppContext): Promise<z.infer<typeof readyResponseSchema>> {
  const readable = await sql`select 1`.execute(context.db).then(
    () => true,
    () => false,
  );
  const cursors = readable ? await context.db.selectFrom('chain_cursors').selectAll().execute() : [];
  const heads = readable ? await storedHeads(context.db) : new Map();
  const alarms = readable ? await openAlarms(context.db) : 0;
  const chains = context.env.chains.map(({ chainId }) => {
    const cursor = cursors.find((candidate) => Number(candidate.chain_id) === chainId);
    const fresh = cursor !== undefined && ageOf(cursor.updated_at, context.now()) < STALE_MS;
    return {
      chainId,
      reachable: fresh && heads.get(chainId)?.stalled !== 1n,
      lagBlocks: cursor === undefined ? null : Number(cursor.head - cursor.block_number),
    };
  });
  // A database that can only be read records no payment.
  const database = readable && context.isStorable();
  const ledger = context.isLedgerBalanced();
  const status = !database
    ? ('unready' as const)
    : ledger && chains.every((chain) => chain.reachable)
      ? ('ready' as const)
      : ('degraded' as const);
  return { status, database, ledger, alarms, chains };
}
