import { createHash } from 'node:crypto';
import { laneWithin } from '../chains/look-budget.ts';
import { secretOf } from '../database/secrets.ts';
import type { Db } from '../database/tables.ts';

/** Two callers rarely share a lane, and a lane identifies nobody: each stands for a million addresses. */
const LANES = 4_096;

/** The lane for work without a known caller. */
export const COMMON_LANE = LANES;

/** The lane of a caller (limits.ts) within the lane of its place: a proven session's address, or an IPv6 /48. */
export async function callerLane(db: Db, caller: string, place: string): Promise<number> {
  const secret = await secretOf(db, 'caller-secret');
  const laneOf = (name: string) =>
    createHash('sha256').update(`${secret}\0lane\0${name}`).digest().readUInt16BE(0) % LANES;
  return laneWithin(laneOf(place), laneOf(caller));
}
