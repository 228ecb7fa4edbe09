import { fileURLToPath } from 'node:url';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { movingBatch } from '#src/server/money/handover/batch-view.ts';
import type { DraftTerms } from '#src/server/money/handover/draft.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { startChild } from './child.ts';
import { endLeases, startMortalServer } from './kill-server.ts';

/** Chains that nobody can read. */
const NOWHERE = CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl: 'http://127.0.0.1:1' }));
const ENTRY = fileURLToPath(new URL('./kill-draft/entry.ts', import.meta.url));

/** What another process does before it is killed. */
export interface Killed {
  readonly act: 'draft' | 'withdraw' | 'publish';
  readonly location: string;
  readonly folder: string;
  readonly terms: DraftTerms;
  readonly now: number;
  /** Before which step it kills itself with SIGKILL; null to let it finish. */
  readonly killAt: number | null;
}

/** Plays it; the number of its steps, or null if it was killed. Throws if it ended otherwise. */
export async function killDuring(killed: Killed): Promise<number | null> {
  const child = startChild([ENTRY, JSON.stringify(killed)], {});
  const { code, signal } = await child.ended;
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`it ended with ${code ?? signal}: ${child.output()}`);
  return Number(child.output());
}

/**
 * Starts the real server on the database that was left, and stops it, until nothing is half moved: a stop waits nine
 * seconds for a pass, which is less than a busy machine may need for all that is to be given back.
 */
export async function restart(location: string, folder: string): Promise<void> {
  do {
    await endLeases(location);
    const server = await startMortalServer({ all: NOWHERE }, location, { ALLOCATION_FOLDER: folder });
    const code = await server.stop();
    if (code !== 0) throw new Error(`the server ended with ${code}`);
  } while (await isMoving(location));
}

async function isMoving(location: string): Promise<boolean> {
  const { db, close } = await openDatabase(location);
  try {
    return (await movingBatch(db)) !== undefined;
  } finally {
    await close();
  }
}
