export interface PlannedIndex {
  readonly name: string;
  readonly table: string;
  readonly statement: string;
}

const CREATE = /^create index (\w+) on (\w+)/;
const CREATE_UNIQUE = /^create unique index (\w+)/;
const DROP = /^drop index (\w+)/;

/** The ordinary index that a statement creates; null for any other statement, even a unique index. */
export function createdIndex(statement: string): PlannedIndex | null {
  const [, name, table] = CREATE.exec(statement) ?? [];
  return name === undefined || table === undefined ? null : { name, table, statement };
}

/** The name of the index that a statement drops. */
export function droppedIndex(statement: string): string | null {
  return DROP.exec(statement)?.[1] ?? null;
}

/** What all statements together leave: ordinary indexes, and those dropped for good, with their tables. */
export function plannedIndexes(statements: readonly string[]): {
  readonly present: readonly PlannedIndex[];
  readonly absent: ReadonlyMap<string, string>;
} {
  const present = new Map<string, PlannedIndex>();
  const absent = new Map<string, string>();
  for (const statement of statements) {
    const created = createdIndex(statement);
    const unique = CREATE_UNIQUE.exec(statement)?.[1];
    const dropped = droppedIndex(statement);
    if (created !== null) {
      present.set(created.name, created);
      absent.delete(created.name);
    }
    if (unique !== undefined) absent.delete(unique);
    if (dropped === null) continue;
    const known = present.get(dropped);
    if (known !== undefined) absent.set(dropped, known.table);
    present.delete(dropped);
  }
  return { present: [...present.values()], absent };
}
