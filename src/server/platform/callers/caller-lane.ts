import { createHash } from 'node:crypto';
import { laneWithin } from '../chains/look-budget.ts';
import { secretOf } from '../database/secrets.ts';
import type { Db } from '../database/tables.ts';

/**
 * Enough that two callers rarely share a lane, and few enough that a lane identifies nobody: each holds a million
 * addresses.
 */
const LANES = 4_096;

/** The lane of work with no particular caller, or with an unknown one. */
export const COMMON_LANE = LANES;

/**
 * The lane in which a caller (limits.ts) waits and is counted, within the lane of its place: the address of a proven
 * session, the /48 of a line of version 6.
 */
export async function callerLane(db: Db, caller: string, place: string): Promise<number> {
  const secret = await secretOf(db, 'caller-secret');
  const laneOf = (name: string) =>
    createHash('sha256').update(`${secret}\0lane\0${name}`).digest().readUInt16BE(0) % LANES;
  return laneWithin(laneOf(place), laneOf(caller));
}
