import type { Distributor } from '#src/config/distributor.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { VerifyKeys } from '#src/contract/receipts.ts';
import type { PublicRecord, RecordsPage } from '#src/contract/records.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { checkSignature } from '../check-signature.ts';
import { query } from '../query.ts';
import { isWithdrawn } from '../source-commit.ts';
import type { ListManifest } from './read-list.ts';

/**
 * Whether this build, our server, its signed statement and the public records name the same contract of a list:
 * `unnamed` while one of them names none, `withdrawn` for a build that must not be used any more. Whoever gives no
 * answer is left out: the contract itself holds the root to which the list has to lead.
 */
export type Naming = 'agreed' | 'unnamed' | 'differs' | 'withdrawn';

type Named = Pick<Distributor, 'claims' | 'token'> & { readonly chainId?: number };

/** What the records were last found to say while all agreed, with the statement of that moment. */
let agreed: { readonly signature: string; readonly recorded: Recorded } | null = null;

/** Never rejects. `manifest` is null while no list of the contract can be read. */
export async function namingOf(
  distributor: Distributor,
  batch: AllocationView | null,
  manifest: ListManifest | null,
): Promise<Naming> {
  if (await isBuildWithdrawn()) return 'withdrawn';
  const told = batch?.distributor ?? null;
  if (told !== null && !isSame(told, distributor)) return 'differs';
  if (manifest === null) return 'agreed';
  const { claims, token, chainId, signed } = manifest;
  if (chainId !== distributor.chainId || !isSame({ claims, token }, distributor, true)) return 'differs';
  const known = told !== null && agreed?.signature === signed.signature ? agreed.recorded : null;
  const [isSigned, recorded] = await Promise.all([isSignedBy(signed), known ?? recordedOf(manifest)]);
  if (!isSigned) return 'differs';
  if (recorded?.root != null && recorded.root !== manifest.root) return 'differs';
  if (recorded?.named != null && !isSame(recorded.named, distributor)) return 'differs';
  const isUnnamed = recorded === null ? isUnnamedBy(batch, manifest) : recorded.named === null;
  if (isUnnamed || claims === null) return 'unnamed';
  if (recorded !== null) agreed = { signature: signed.signature, recorded };
  return 'agreed';
}

async function isBuildWithdrawn(): Promise<boolean> {
  const config = await query<SiteConfig>('/api/config').catch(() => null);
  return isWithdrawn(config?.withdrawnBuilds ?? []);
}

/** A server that gives no records may still say that its list has no contract. */
function isUnnamedBy(batch: AllocationView | null, manifest: ListManifest): boolean {
  return batch?.batch === manifest.batch && batch.distributor === null;
}

function isSame(
  named: { readonly [Part in keyof Named]?: Named[Part] | string | null },
  { claims, token, chainId }: Distributor,
  mayBeMissing = false,
): boolean {
  const parts = [
    [named.claims, claims],
    [named.token, token],
    [named.chainId ?? chainId, chainId],
  ];
  return parts.every(([given, own]) => given === own || (mayBeMissing && given === null));
}

/** False for a statement by another or a revoked key; true while our server names no keys. */
async function isSignedBy(signed: ListManifest['signed']): Promise<boolean> {
  const keys = await query<VerifyKeys>('/api/verify/keys').catch(() => null);
  const problem = keys === null ? null : await checkSignature(signed, keys.keys);
  // A browser without Ed25519 has no opinion.
  return problem === null || problem === 'unable';
}

interface Recorded {
  /** The root with which the list became final. */
  readonly root: string | null;
  /** The contract that is named for it now. */
  readonly named: Named | null;
}

/** What the records say of a list; null while they cannot be read. */
async function recordedOf({ batch }: ListManifest): Promise<Recorded | null> {
  let recorded: Recorded = { root: null, named: null };
  try {
    for (let after: number | null = 0; after !== null; ) {
      const page: RecordsPage = await query<RecordsPage>(`/api/records/allocation?after=${after}`);
      for (const { record } of page.records) recorded = withRecord(record, batch, recorded);
      if (page.next !== null && page.next <= after) return null;
      after = page.next;
    }
    return recorded;
  } catch {
    return null;
  }
}

function withRecord(record: PublicRecord, batch: number, before: Recorded): Recorded {
  if (record.kind !== 'allocation' || !('batch' in record.data) || record.data.batch !== batch) return before;
  if (record.event === 'final') return { ...before, root: record.data.root };
  if (record.event === 'named') return { ...before, named: record.data as Named };
  return record.event === 'unnamed' ? { ...before, named: null } : before;
}
