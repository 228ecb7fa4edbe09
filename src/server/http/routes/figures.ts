import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import stated from '#content/facts.json' with { type: 'json' };
import { withCodeFigures } from '#src/config/figures.ts';
import { callsOf } from '#src/contract/errors.ts';
import { configHistoryResponseSchema, type FactsResponse, factsResponseSchema } from '#src/contract/figures.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import { settingChanges } from '#src/server/platform/records/setting-changes.ts';
import { publicCall } from './public-read.ts';

const SECONDS = 60;
const call = callsOf('figures');

/** GET /api/facts and /api/config/history: every stated figure, and when the settings of the sale changed. */
export const figureRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const kept = { seconds: SECONDS, now: context.now };
  publicCall(app, '/api/facts', call('Every stated figure, by name', factsResponseSchema), {
    load: async () => ({ facts: figures() }),
    ...kept,
  });
  publicCall(
    app,
    '/api/config/history',
    call('The latest changes of phases, windows, rates, stated figures and builds', configHistoryResponseSchema),
    { load: () => publicReadsOf(context)(settingChanges), ...kept },
  );
};

type StatedFigure = Omit<FactsResponse['facts'][string], 'value'> & { readonly value?: string };

/** The figures as the site states them, without their editors' notes. */
function figures(): FactsResponse['facts'] {
  const entries = Object.entries(withCodeFigures(stated as Readonly<Record<string, StatedFigure>>));
  return Object.fromEntries(entries.map(([id, { value, unit, basis }]) => [id, { value, unit, basis }]));
}
