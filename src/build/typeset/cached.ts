import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Below the project; a fresh installation empties it. */
const FOLDER = 'node_modules/.cache/synx';

/** Files made earlier from the same inputs, below the project's root. */
export interface Cache {
  /** The file made from `from`, which must name every input; `make` runs if the cache has none yet. */
  get(
    kind: string,
    from: readonly (string | Uint8Array)[],
    make: () => Uint8Array | Promise<Uint8Array>,
  ): Promise<Buffer>;
}

export function createCache(root: string): Cache {
  return {
    async get(kind, from, make) {
      const hash = createHash('sha256');
      for (const part of from) hash.update(`${part.length}\0`).update(part);
      const file = join(root, FOLDER, kind, hash.digest('hex'));
      const known = read(file);
      if (known !== null) return known;
      const made = Buffer.from(await make());
      // Another build may write the same file, so write a draft first: the file is either whole or absent.
      const draft = `${file}.${randomUUID()}`;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(draft, made);
      renameSync(draft, file);
      return made;
    },
  };
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
