import {
  entryIn,
  type ListManifest,
  type ListSource,
  readFile,
  shardPath,
  UnreachableError,
} from '#src/client/claim/read-list.ts';
import type { ClaimFileList } from '#src/lib/allocation/claim-file.ts';
import { AllocationError } from '#src/lib/allocation/entry.ts';
import { openShard } from '#src/lib/allocation/shard.ts';

/** The one list of a claim.html: its root is in the page, its files are next to it, or chosen by the visitor. */
export class FileLists implements ListSource {
  readonly #manifest: ListManifest;
  readonly #missing: (file: string | null) => void;
  readonly #chosen = new Map<string, string>();

  /** `missing` hears which file of the list an address needs, or null once it is there. */
  constructor(list: ClaimFileList, missing: (file: string | null) => void) {
    this.#manifest = { ...list, state: 'final', schedules: [...list.schedules], signed: null };
    this.#missing = missing;
  }

  batch() {
    return Promise.resolve(null);
  }

  /** The page is the statement: its reader compares it, and the contract must have its root. */
  naming() {
    return Promise.resolve({ says: 'agreed', record: null } as const);
  }

  async manifestOf(root: string | null) {
    if (root !== null && root !== this.#manifest.root) throw new AllocationError('wrong-shard', root);
    return this.#manifest;
  }

  async entryOf(_: ListManifest, address: string) {
    const file = shardPath(this.#manifest, address);
    try {
      const text = this.#chosen.get(file) ?? (await this.#read(file));
      if (!this.#isFile(text, file)) throw new AllocationError('wrong-shard', file);
      const listed = entryIn(text, this.#manifest.root, address);
      this.#missing(null);
      return listed;
    } catch (error) {
      this.#missing(file);
      throw error;
    }
  }

  /** Takes a file that the visitor has chosen; returns whether it is that file of this list. */
  choose(file: string, text: string): boolean {
    try {
      if (!this.#isFile(text, file)) return false;
    } catch {
      return false;
    }
    this.#chosen.set(file, text);
    return true;
  }

  /** A page from a disk may read no other files. */
  #read(file: string): Promise<string> {
    return location.protocol === 'file:' ? Promise.reject(new UnreachableError(file)) : readFile(file);
  }

  #isFile(text: string, file: string): boolean {
    const entries = openShard(text, this.#manifest.root).entries();
    return entries.every(({ address }) => shardPath(this.#manifest, address) === file);
  }
}
