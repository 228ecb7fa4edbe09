import type { Generated } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';

/** Rows of the public records, by the conventions of tables.ts. */
export interface RecordTables {
  /**
   * The number of records of a kind, and the time and the hash of the last one. A chain with `frozen` 1 takes no more.
   */
  record_heads: { kind: RecordKind; number: bigint; at: bigint; hash: string; frozen: Generated<bigint> };
  /** Each record contains the hash of the one before; the database refuses to change or delete a row. */
  records: {
    kind: RecordKind;
    number: bigint;
    at: bigint;
    /** Canonical JSON, which the hash covers. */
    body: string;
    hash: string;
    /** Its subject: a payment, a vote. */
    subject: string | null;
    /** In lower case. */
    wallet: string | null;
    /** The recorded event; once per kind. */
    source: string;
  };
  /** One row per kind and UTC day with records, made when the day is over. */
  record_roots: {
    kind: RecordKind;
    day: string;
    first: bigint;
    last: bigint;
    root: string;
    head: string;
    created_at: bigint;
  };
  /** A closed day's tree above its leaves, every eighth level; `position` counts from 0 within a level. */
  record_nodes: { kind: RecordKind; day: string; level: bigint; position: bigint; hash: string };
}
