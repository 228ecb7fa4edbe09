import { sql } from 'kysely';
import type { Database } from '#src/server/platform/database/database.ts';
import { readGroups, writeGroups } from './grouped-facts.ts';

/**
 * One fact about a table by which a server that does not know it could break: a column that must be given, one that may
 * be left out (nullable, or with a default), or a rule (trigger, unique index, check or foreign key) by its name.
 */
export interface SchemaFact {
  readonly table: string;
  readonly name: string;
  readonly kind: 'required' | 'optional' | 'rule';
  /** The type of a column; empty for a rule. */
  readonly type: string;
}

/** The facts of every table of a database. */
export async function schemaFacts({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<readonly SchemaFact[]> {
  const tables = await db.introspection.getTables();
  const columns = tables
    .filter(({ isView }) => !isView)
    .flatMap((table) =>
      table.columns.map(
        (column): SchemaFact => ({
          table: table.name,
          name: column.name,
          kind:
            column.isNullable || column.hasDefaultValue || column.isAutoIncrementing
              ? ('optional' as const)
              : 'required',
          type: column.dataType.toLowerCase(),
        }),
      ),
    );
  const { rows } = await (engine === 'postgres' ? RULES_OF_POSTGRES : RULES_OF_SQLITE).execute(db);
  return [...columns, ...rows.map((rule): SchemaFact => ({ ...rule, kind: 'rule', type: '' }))];
}

const RULES_OF_SQLITE = sql<{ table: string; name: string }>`
  select tbl_name as "table", name from sqlite_master
  where type = 'trigger' or (type = 'index' and sql like 'create unique%')`;

const RULES_OF_POSTGRES = sql<{ table: string; name: string }>`
  select relname as "table", tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal
  union select relname, conname from pg_constraint join pg_class on pg_class.oid = conrelid
    join pg_namespace on pg_namespace.oid = relnamespace where contype <> 'n' and nspname = current_schema()
  union select tables.relname, indexes.relname from pg_index
    join pg_class tables on tables.oid = indrelid join pg_class indexes on indexes.oid = indexrelid
    join pg_namespace on pg_namespace.oid = tables.relnamespace where indisunique and nspname = current_schema()`;

/** As text, a line for each table, with its facts in order: `column=type`, `column?=type` if optional, or a rule. */
export function writeSchema(facts: readonly SchemaFact[]): string {
  const mark = { required: '=', optional: '?=', rule: '' };
  return writeGroups(facts.map(({ table, name, kind, type }) => [table, `${name}${mark[kind]}${type}`]));
}

export function readSchema(text: string): readonly SchemaFact[] {
  return readGroups(text).map(([table, fact]) => {
    const [name = '', type] = fact.split('=');
    if (type === undefined) return { table, name, kind: 'rule', type: '' };
    return { table, name: name.replace(/\?$/, ''), kind: name.endsWith('?') ? 'optional' : 'required', type };
  });
}

/** What a server written for one schema could no longer do on another one, a sentence each. */
export function schemaBreaks(before: readonly SchemaFact[], now: readonly SchemaFact[]): readonly string[] {
  const key = ({ table, name, kind }: SchemaFact) => `${table}.${name}${kind === 'rule' ? ' (rule)' : ''}`;
  const today = new Map(now.map((fact) => [key(fact), fact]));
  const known = new Set(before.map(key));
  const tables = new Set(before.map(({ table }) => table));
  const lost = before.flatMap((fact) => {
    const found = today.get(key(fact));
    if (found === undefined) return fact.kind === 'rule' ? [] : [`${key(fact)} is gone`];
    if (found.type !== fact.type) return [`${key(fact)} was ${fact.type} and is ${found.type}`];
    return fact.kind === 'optional' && found.kind === 'required' ? [`${key(fact)} has become required`] : [];
  });
  const demanded = now.flatMap((fact) => {
    if (known.has(key(fact)) || !tables.has(fact.table) || fact.kind === 'optional') return [];
    return [`${key(fact)} is new${fact.kind === 'required' ? ', and required' : ''}`];
  });
  return [...lost, ...demanded].sort();
}
