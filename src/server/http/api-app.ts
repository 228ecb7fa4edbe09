import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

/** The app as routes get it: bodies, parameters and answers have the types of their schemas. */
export type ApiApp = Parameters<FastifyPluginAsyncZod>[0];
