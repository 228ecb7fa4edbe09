import { z } from 'zod';
import { EnvironmentError } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  API_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:4322'),
});

/** Every variable that `npm run dev` and `npm run preview` read in addition to those of the build. */
export const DEV_SETTINGS: readonly string[] = Object.keys(schema.shape);

/** Port of the pages, and the address of the API. Throws EnvironmentError naming the invalid variable. */
export function readDevSettings(): { readonly port: number; readonly api: string } {
  const parsed = schema.safeParse(readSettings());
  if (!parsed.success)
    throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return { port: parsed.data.PORT, api: parsed.data.API_ORIGIN };
}
