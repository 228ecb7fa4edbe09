import { NO_RECORD } from '#src/lib/hash/record-chain.ts';

/** Stakes, rates and points become public records; recordAll() then appends the earlier ones. */
export function holdingsRecordsSchema(): readonly string[] {
  return ['stakes', 'points'].map(
    (kind) => `insert into record_heads (kind, number, at, hash) values ('${kind}', 0, 0, '${NO_RECORD}')`,
  );
}
