import type { Distributor } from '#src/config/distributor.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { VerifyKeys } from '#src/contract/receipts.ts';
import type { PublicRecord, RecordsPage } from '#src/contract/records.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { checkSignature, type SignedPayload } from '../check-signature.ts';
import { query } from '../query.ts';
import { isWithdrawn } from '../source-commit.ts';
import type { ListManifest, Naming } from './read-list.ts';

type Named = Pick<Distributor, 'claims' | 'token'> & { readonly chainId?: number };

/** What the records were last found to say while all agreed, with the statement of that moment. */
let agreed: { readonly signature: string; readonly recorded: Recorded } | null = null;

/** See ListSource. */
export async function namingOf(
  distributor: Distributor,
  batch: AllocationView | null,
  manifest: ListManifest | null,
): Promise<Naming> {
  if (await isBuildWithdrawn()) return says('withdrawn');
  const told = batch?.distributor ?? null;
  if (told !== null && !isSame(told, distributor)) return says('differs');
  if (manifest?.signed == null) return says('agreed');
  const { claims, token, chainId, signed } = manifest;
  if (chainId !== distributor.chainId || !isSame({ claims, token }, distributor, true)) return says('differs');
  const known = told !== null && agreed?.signature === signed.signature ? agreed.recorded : null;
  const [isSigned, recorded] = await Promise.all([isSignedBy(signed), known ?? recordedOf(manifest)]);
  if (!isSigned) return says('differs');
  if (recorded?.root != null && recorded.root !== manifest.root) return says('differs');
  if (recorded?.named != null && !isSame(recorded.named, distributor)) return says('differs');
  const isUnnamed = recorded === null ? isUnnamedBy(batch, manifest) : recorded.named === null;
  if (isUnnamed || claims === null) return says('unnamed');
  if (recorded !== null) agreed = { signature: signed.signature, recorded };
  return says('agreed', recorded?.named?.record);
}

function says(what: Naming['says'], record: number | null = null): Naming {
  return { says: what, record };
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
async function isSignedBy(signed: SignedPayload): Promise<boolean> {
  const keys = await query<VerifyKeys>('/api/verify/keys').catch(() => null);
  const problem = keys === null ? null : await checkSignature(signed, keys.keys);
  // A browser without Ed25519 has no opinion.
  return problem === null || problem === 'unable';
}

interface Recorded {
  /** The root with which the list became final. */
  readonly root: string | null;
  /** The contract that is named for it now, and the number of the record that does. */
  readonly named: (Named & { readonly record: number }) | null;
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
  if (record.event === 'named') return { ...before, named: { ...(record.data as Named), record: record.number } };
  return record.event === 'unnamed' ? { ...before, named: null } : before;
}
