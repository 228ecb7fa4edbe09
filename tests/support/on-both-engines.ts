import { eachEngine, type Place } from './each-engine.ts';
import { type HttpApp, type HttpAppOptions, openHttpApp } from './http-app.ts';

export type OpenApp = (options?: Omit<HttpAppOptions, 'location'>) => Promise<HttpApp>;

/** Declares the same tests for the embedded database and for PostgreSQL, each app on a separate database. */
export function onBothEngines(title: string, tests: (open: OpenApp, engine: Place['engine']) => void): void {
  eachEngine(title, (place, engine) =>
    tests(async (options = {}) => {
      const { location, drop } = await place();
      const opened = await openHttpApp({ ...options, location });
      return {
        ...opened,
        close: async () => {
          await opened.close();
          await drop();
        },
      };
    }, engine),
  );
}
