import { claimCalldata } from './claim-call.ts';
import { type AllocationEntry, amountsOf } from './entry.ts';
import { safeBatch } from './safe-batch.ts';

/** An entry with the proof that the contract takes. */
interface Proven {
  readonly entry: AllocationEntry;
  readonly proof: readonly string[];
}

/** The argument of claim(Entry) as the forms of block explorers take it: a list in one line. */
export function explorerArgument({ entry, proof }: Proven): string {
  return JSON.stringify([entry.address, ...amountsOf(entry).map(String), proof]);
}

/** The claim of an entry as a file for the Transaction Builder of a Safe, of whichever owner. */
export function safeClaim(
  { entry, proof }: Proven,
  { chainId, claims, at }: { readonly chainId: number; readonly claims: string; readonly at: number },
): string {
  const data = claimCalldata({ entry, proof, to: null });
  return safeBatch([{ to: claims, data }], { chainId, name: `SYNX: claim for ${entry.address}`, at });
}
