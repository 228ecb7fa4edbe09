import type { Db } from '#src/server/platform/database/tables.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';
import { decideMissionEntry } from './decide-mission-entry.ts';
import type { Verifier } from './verifiers.ts';

interface VerifierAccess {
  readonly db: Db;
  readonly verifiers: readonly Verifier[];
  readonly onFailure: (error: unknown, verifier: string) => void;
}

/** Asks the automatic verifiers of a mission about a new submission; true when one of them approved it. */
export async function askVerifiers(
  { db, verifiers, onFailure }: VerifierAccess,
  row: MissionEntryRow,
  now: number,
): Promise<boolean> {
  const { id, mission, account, link, platform } = row;
  for (const verifier of verifiers) {
    if (!verifier.missions.includes(mission)) continue;
    try {
      const verdict = await verifier.verify({ mission, account, link, platform });
      if (verdict.decision === 'review') continue;
      const decided =
        verdict.decision === 'approve'
          ? { decision: verdict.decision }
          : { decision: verdict.decision, reasonCode: verdict.reasonCode, note: verdict.note ?? null };
      const outcome = await decideMissionEntry(
        db,
        { submissionId: id, staffId: `verifier:${verifier.name}`, ...decided },
        now,
      );
      if (outcome.ok) return verdict.decision === 'approve';
    } catch (error) {
      onFailure(error, verifier.name);
    }
  }
  return false;
}
