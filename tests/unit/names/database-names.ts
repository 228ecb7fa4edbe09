import { DatabaseSync } from 'node:sqlite';
import { filesOf } from './source-texts.ts';

/** The columns of every table that the migrations create, in the order of their numbers; sorted by name. */
export async function databaseNames(): Promise<Record<string, readonly string[]>> {
  const database = new DatabaseSync(':memory:');
  for (const file of filesOf('src/server/**/[0-9][0-9][0-9][0-9]-*.ts')) {
    const exported = Object.entries((await import(file)) as Record<string, unknown>);
    for (const [name, statements] of exported)
      if (name.endsWith('Schema') && typeof statements === 'function')
        for (const statement of statements('sqlite') as readonly string[]) database.exec(statement);
  }
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  return Object.fromEntries(
    tables.map(({ name }) => [
      String(name),
      database
        .prepare('select name from pragma_table_info(?) order by name')
        .all(String(name))
        .map((column) => String(column['name'])),
    ]),
  );
}
