import { createHash } from 'node:crypto';
import { secretOf } from '../database/secrets.ts';
import type { Db } from '../database/tables.ts';

/**
 * Enough that two callers rarely share a lane, and few enough that a lane identifies nobody: each holds a million
 * addresses.
 */
const LANES = 4_096;

/** The lane of work with no particular caller, or with an unknown one. */
export const COMMON_LANE = LANES;

/** The lane in which a caller (limits.ts) waits and is counted: 0 to 4095. */
export async function callerLane(db: Db, caller: string): Promise<number> {
  const digest = createHash('sha256')
    .update(`${await secretOf(db, 'caller-secret')}\0lane\0${caller}`)
    .digest();
  return digest.readUInt16BE(0) % LANES;
}
