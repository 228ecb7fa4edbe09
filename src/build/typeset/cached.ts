import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Below the project; a fresh installation empties it. */
const FOLDER = 'node_modules/.cache/synx';

/** Files that were made before from the same things, below the project's root. */
export interface Cache {
  /** The file made from `from`, whose every part must be named; `make` runs where there is none yet. */
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
      // Another build may be at the same file: it is whole or not there.
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
