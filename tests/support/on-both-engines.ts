import { describe, inject } from 'vitest';
import { createDatabase } from './create-database.ts';
import { type HttpApp, type HttpAppOptions, openHttpApp } from './http-app.ts';
import type {} from './postgres-setup.ts';

export type OpenApp = (options?: Omit<HttpAppOptions, 'location'>) => Promise<HttpApp>;

/** Declares the same tests for the embedded database and for PostgreSQL, each app on a database of its own. */
export function onBothEngines(title: string, tests: (open: OpenApp) => void): void {
  describe(`${title} (SQLite)`, () => tests(openHttpApp));
  describe.skipIf('unavailable' in inject('postgres'))(`${title} (PostgreSQL)`, () => {
    tests(async (options = {}) => {
      const place = await createDatabase();
      if ('unavailable' in place) throw new Error(place.unavailable);
      const opened = await openHttpApp({ ...options, location: place.url });
      return {
        ...opened,
        close: async () => {
          await opened.close();
          await place.drop();
        },
      };
    });
  });
}
