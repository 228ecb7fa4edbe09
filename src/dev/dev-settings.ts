import { z } from 'zod';
import { EnvironmentError } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
});

/** Every variable that `npm run dev` and `npm run preview` read in addition to those of the build. */
export const DEV_SETTINGS: readonly string[] = Object.keys(schema.shape);

/** The port of the pages. Throws EnvironmentError naming the invalid variable. */
export function readDevSettings(): { readonly port: number } {
  const parsed = schema.safeParse(readSettings());
  if (!parsed.success)
    throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return { port: parsed.data.PORT };
}
