import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Whether a row's `next_check_at` has come, at `now` (ms); nothing waits longer than `longestMs`, so a later time was
 * written by a clock that ran ahead and counts as due.
 */
export function isDueAt(where: ExpressionBuilder<Tables, 'sightings' | 'submissions'>, now: number, longestMs: number) {
  return where.or([where('next_check_at', '<=', BigInt(now)), where('next_check_at', '>', BigInt(now + longestMs))]);
}
