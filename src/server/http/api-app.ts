import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

/** The app that routes get: bodies, parameters and answers have the types of their schemas. */
export type ApiApp = Parameters<FastifyPluginAsyncZod>[0];
