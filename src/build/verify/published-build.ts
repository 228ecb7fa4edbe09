import { z } from 'zod';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { printable } from '#src/lib/text/printable.ts';
import { foreignSuccess } from '#src/server/platform/util/foreign-answer.ts';
import { MANIFEST_FILE } from '../build-manifest.ts';
import { readSiteEnv } from '../site-env.ts';

const text = z.string().max(300);
const manifestSchema = z.object({
  build: text,
  version: text,
  commit: text.nullable(),
  /** Earlier versions do not name it. */
  time: z.iso.datetime().optional(),
  files: z.record(text, text),
});
const buildSchema = z.object({
  rehearsal: z.boolean(),
  presaleAddress: text,
  settings: z.record(z.string(), text).default({}),
});

/** What a site says about itself. Only `settings` are checked; the rest may be any text. */
export type PublishedBuild = z.infer<typeof manifestSchema> & {
  readonly rehearsal: boolean;
  /** The settings to build with, including the presale address. */
  readonly settings: Readonly<Record<string, string>>;
};

/** The files and settings that a site publishes; throws an Error for none, or for a setting that no site has. */
export async function readPublishedBuild(origin: string): Promise<PublishedBuild> {
  const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
    const parsed = schema.safeParse(await (await foreignSuccess(new URL(`/${path}`, origin))).json());
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(`${origin}/${path} is not that of a SYNX site: ${issue?.path.join('.')}: ${issue?.message}`);
  };
  const [manifest, build] = await Promise.all([read(MANIFEST_FILE, manifestSchema), read('build.json', buildSchema)]);
  return { ...manifest, rehearsal: build.rehearsal, settings: checkedSettings(build) };
}

/** Many programs treat a build's environment as code, so it gets no name and no value that a site does not need. */
function checkedSettings({ rehearsal, presaleAddress, settings }: z.infer<typeof buildSchema>) {
  const known: readonly string[] = SITE_SETTINGS;
  const unknown = Object.keys(settings).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`build.json names settings that no site has, so nothing is built: ${unknown.join(', ')}`);
  const given: Record<string, string> = { ...settings, ...(rehearsal ? {} : { PRESALE_ADDRESS: presaleAddress }) };
  for (const [name, value] of Object.entries(given))
    if (printable(value) !== value) throw new Error(`build.json: ${name} contains characters that no setting has`);
  try {
    readSiteEnv(given);
  } catch (error) {
    throw new Error(
      `build.json: no site is built from such settings. ${error instanceof Error ? error.message : error}`,
    );
  }
  return given;
}
