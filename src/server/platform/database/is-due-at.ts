import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Whether a row's `next_check_at` has come at `now` (ms). Nothing waits longer than `longestMs`, so a clock that ran
 * ahead must have written any later time: that counts as due.
 */
export function isDueAt(where: ExpressionBuilder<Tables, 'sightings' | 'submissions'>, now: number, longestMs: number) {
  return where.or([where('next_check_at', '<=', BigInt(now)), where('next_check_at', '>', BigInt(now + longestMs))]);
}
