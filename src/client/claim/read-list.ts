import type { Distributor } from '#src/config/distributor.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { type AllocationEntry, AllocationError } from '#src/lib/allocation/entry.ts';
import { openShard, shardFile } from '#src/lib/allocation/shard.ts';
import { abortAfter } from '#src/lib/time/abort-after.ts';
import type { SignedPayload } from '../check-signature.ts';

const TIMEOUT_MS = 15_000;
/** How many batches are looked through for the list of a contract while our server does not name it. */
const MOST_BATCHES = 9;

/** What a visitor's browser needs of manifest.json; the rest is for whoever recounts the list. */
export interface ListManifest {
  readonly batch: number;
  readonly state: 'draft' | 'final';
  readonly root: string;
  readonly shardDigits: number;
  readonly chainId: number;
  /** The contracts; null before our server names them. */
  readonly claims: string | null;
  readonly token: string | null;
  readonly schedules?: AllocationView['schedules'];
  /** The whole statement; null for the list in a claim.html. */
  readonly signed: SignedPayload | null;
}

/**
 * Whether this build, our server, its signed statement and the public records name the same contract of a list:
 * `unnamed` while one of them names none, `withdrawn` for a build that must not be used any more. Whoever gives no
 * answer is left out: the contract itself holds the root to which the list has to lead.
 */
export interface Naming {
  readonly says: 'agreed' | 'unnamed' | 'differs' | 'withdrawn';
  /** The number of the public record that names the contract; null unless all agree and the records were read. */
  readonly record: number | null;
}

/** Where a page has lists from. */
export interface ListSource {
  /** What our server says of its latest batch; null if it is silent. */
  batch(): Promise<AllocationView | null>;
  /** The manifest of the list with a root; see findManifest(). */
  manifestOf(root: string | null, named: number | null): Promise<ListManifest>;
  /** The entry of an address, or what our server says of one without; null if neither is known. */
  entryOf(
    manifest: ListManifest,
    address: string,
    batch: AllocationView | null,
  ): Promise<ListedEntry | Pick<AllocationEntryView, 'setAside'> | null>;
  /** Never rejects. `manifest` is null while no list of the contract can be read. */
  naming(distributor: Distributor, batch: AllocationView | null, manifest: ListManifest | null): Promise<Naming>;
}

/** An entry with the proof that the contract takes. */
export interface ListedEntry {
  readonly entry: AllocationEntry;
  readonly proof: readonly string[];
}

/** A file of the list cannot be had: not there, or no answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Whether the list could not be read, as opposed to being another one. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UnreachableError;
}

/**
 * The manifest of the list with this root: of the named batch, or of one before it. Throws UnreachableError if none can
 * be read, and AllocationError if all have other roots. Without a root, the manifest of the named batch.
 */
export async function findManifest(root: string | null, named: number | null): Promise<ListManifest> {
  const batches = Array.from({ length: named ?? MOST_BATCHES }, (_, index) =>
    named === null ? index + 1 : named - index,
  );
  let found = 0;
  for (const batch of batches) {
    const manifest = await readManifest(batch).catch(() => null);
    // Without a name the batches end at the first that is not there.
    if (manifest === null && named === null) break;
    if (manifest === null) continue;
    found += 1;
    if (root === null || manifest.root === root) return manifest;
  }
  if (found === 0) throw new UnreachableError('no manifest');
  throw new AllocationError('wrong-shard', 'no list with this root');
}

type Signed = SignedPayload & { readonly payload?: Omit<ListManifest, 'signed'> };

async function readManifest(batch: number): Promise<ListManifest> {
  const signed = JSON.parse(await readFile(`/allocation/${batch}/manifest.json`)) as Signed;
  const { payload } = signed;
  if (payload?.batch !== batch || !/^0x[0-9a-f]{64}$/.test(payload.root)) throw new UnreachableError('no manifest');
  return { ...payload, signed };
}

/**
 * The entry of an address by the file of its shard, checked against the root; null if the shard does not have it.
 * Throws UnreachableError, and AllocationError for a file that does not lead to the root.
 */
export async function readEntry(manifest: ListManifest, address: string): Promise<ListedEntry | null> {
  const file = shardPath(manifest, address);
  return entryIn(await readFile(`/allocation/${manifest.batch}/${file}`), manifest.root, address);
}

/** The file of a list, in its folder, that has an address. */
export function shardPath({ shardDigits }: Pick<ListManifest, 'shardDigits'>, address: string): string {
  return `s/${shardFile(address.slice(2, 2 + shardDigits))}`;
}

/** The same from the text of a shard. */
export function entryIn(shard: string, root: string, address: string): ListedEntry | null {
  return openShard(shard, root).proofOf(address);
}

/** Throws UnreachableError. */
export async function readFile(path: string): Promise<string> {
  const answer = await fetch(path, { credentials: 'omit', signal: abortAfter(TIMEOUT_MS) }).catch(() => null);
  if (answer?.ok !== true) throw new UnreachableError(path);
  return answer.text();
}
