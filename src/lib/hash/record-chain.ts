import { canonicalJson } from './canonical-json.ts';
import { leafHash, merkleRoot } from './merkle.ts';

/** The `previous` hash of the first record of a kind. */
export const NO_RECORD = '0'.repeat(64);

/** The fields of every record besides its data; the hash covers everything. */
export interface RecordHead {
  readonly kind: string;
  /** Counts from 1, without a gap. */
  readonly number: number;
  /** ISO 8601; never earlier than the previous record's. */
  readonly at: string;
  /** Hash of the previous record. */
  readonly previous: string;
}

export interface HashedRecord<Of extends RecordHead = RecordHead> {
  readonly record: Of;
  readonly hash: string;
}

/** The records of one kind on one UTC day, closed by their Merkle root. */
export interface DayRoot {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly first: number;
  readonly last: number;
  readonly root: string;
  /** Hash of the last record. */
  readonly head: string;
}

export type ChainFault = 'wrong-kind' | 'gap' | 'wrong-previous' | 'time-runs-back' | 'wrong-hash';

/** The hash of a record: a leaf hash over its canonical JSON. */
export function recordHash(record: RecordHead): string {
  return leafHash(canonicalJson(record));
}

/** The UTC day of a record's time. */
export function recordDay(at: string): string {
  return at.slice(0, 10);
}

/**
 * Checks the records of one kind in order from the first; returns each one's fault, or null. `roots()` returns the
 * roots of all days so far; the last day may not be over. Keeps 64 digits per record, not the record.
 */
export function chainCheck(kind: string) {
  let number = 0;
  let previous = NO_RECORD;
  let at = '';
  const hashes: string[] = [];
  const days: { day: string; first: number }[] = [];
  const rootOf = (first: number, last: number) => ({
    first,
    last,
    root: merkleRoot(hashes.slice(first - 1, last)),
    head: hashes[last - 1] as string,
  });
  return {
    add({ record, hash }: HashedRecord): ChainFault | null {
      const fault = faultOf(record, hash);
      number = record.number;
      previous = hash;
      at = record.at;
      const day = recordDay(at);
      hashes.push(hash);
      if (days.at(-1)?.day !== day) days.push({ day, first: hashes.length });
      return fault;
    },
    number: () => number,
    head: () => previous,
    roots: (): readonly DayRoot[] =>
      days.map(({ day, first }, index) => ({
        day,
        ...rootOf(first, (days[index + 1]?.first ?? hashes.length + 1) - 1),
      })),
    /** The root over any of the records so far, by their positions. */
    rootOf,
    /** The day of the record at a position; undefined if there is none. */
    dayOf: (place: number) => (place > hashes.length ? undefined : days.findLast(({ first }) => first <= place)?.day),
  };

  function faultOf(record: RecordHead, hash: string): ChainFault | null {
    if (record.kind !== kind) return 'wrong-kind';
    if (record.number !== number + 1) return 'gap';
    if (record.previous !== previous) return 'wrong-previous';
    if (record.at < at) return 'time-runs-back';
    return recordHash(record) === hash ? null : 'wrong-hash';
  }
}
