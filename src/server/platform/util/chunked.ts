/** Fewer parameters than either engine's limit for one statement. */
const SLICE = 500;

/** Queries a long list of keys a few hundred at a time; returns all rows in order. */
export async function chunked<Key, Row>(
  keys: readonly Key[],
  read: (slice: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += SLICE) rows.push(...(await read(keys.slice(start, start + SLICE))));
  return rows;
}
