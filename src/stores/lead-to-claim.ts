import { request } from '#src/client/request.ts';
import { serverTime } from '#src/client/server-time.ts';
import { DISTRIBUTOR } from '#src/config/distributor.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { AmountKind } from '#src/lib/allocation/entry.ts';

/**
 * Opens the page of the claim at `path` if the contract of this build is funded and pays this kind of amount by now;
 * returns whether it does. A build without a claim asks nobody.
 */
export async function leadToClaim(kind: AmountKind, path: string): Promise<boolean> {
  if (DISTRIBUTOR === null) return false;
  const batch = await request<AllocationView>('GET', '/api/allocation').catch(() => null);
  if (batch?.state !== 'final' || batch.distributor?.claims !== DISTRIBUTOR.claims) return false;
  const opens = batch.schedules.find((schedule) => schedule.kind === kind)?.start;
  const now = serverTime() ?? Date.now();
  if (batch.distributor.fundedAt === null || opens === undefined || Date.parse(opens) > now) return false;
  location.assign(path);
  return true;
}
