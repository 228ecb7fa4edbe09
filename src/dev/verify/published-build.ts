import { z } from 'zod';
import { MANIFEST_FILE } from '#src/build/build-manifest.ts';

const manifestSchema = z.object({
  build: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  /** Earlier versions do not name it. */
  time: z.iso.datetime().optional(),
  files: z.record(z.string(), z.string()),
});
const buildSchema = z.object({
  rehearsal: z.boolean(),
  presaleAddress: z.string(),
  settings: z.record(z.string(), z.string()).default({}),
});

/** What a site says of itself. */
export type PublishedBuild = z.infer<typeof manifestSchema> & z.infer<typeof buildSchema>;

/** Reads the list of files and the settings that a site publishes; throws an Error with a sentence if it has none. */
export async function readPublishedBuild(origin: string): Promise<PublishedBuild> {
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(new URL(`/${path}`, origin));
    if (!answer.ok) throw new Error(`${origin}/${path} answers ${answer.status}: is this a SYNX site?`);
    return answer.json();
  };
  const [manifest, build] = await Promise.all([read(MANIFEST_FILE), read('build.json')]);
  return { ...buildSchema.parse(build), ...manifestSchema.parse(manifest) };
}
