import { type EngineTests, eachEngine, type Place, sizedEngines } from './each-engine.ts';
import { type HttpApp, type HttpAppOptions, openHttpApp } from './http-app.ts';

export type OpenApp = (options?: Omit<HttpAppOptions, 'location'>) => Promise<HttpApp>;

type AppTests = (open: OpenApp, engine: Place['engine']) => void;

/** Declares the same tests for the embedded database and for PostgreSQL, each app on a separate database. */
export function onBothEngines(title: string, tests: AppTests): void {
  eachEngine(title, withApps(tests));
}

/** The same, which the embedded database plays in a full run only: see sizedEngines(). */
export function onSizedEngines(title: string, tests: AppTests): void {
  sizedEngines(title, withApps(tests));
}

function withApps(tests: AppTests): EngineTests {
  return (place, engine) => tests(async (options = {}) => openHttpApp({ ...options, ...(await place()) }), engine);
}
