import { askPostgres } from './ask-postgres.ts';
import { isServerAddress } from './settings.ts';
import { openSqliteReader } from './sqlite.ts';

export interface Peek {
  hasTable(name: string): Promise<boolean>;
  /** The first column of every row. */
  values(sql: string): Promise<readonly string[]>;
}

/** Reads a database as it is. An embedded one must exist, and not be in use. Throws the engine's errors. */
export function peekDatabase<Result>(location: string, work: (peek: Peek) => Promise<Result>): Promise<Result> {
  return isServerAddress(location) ? peekServer(location, work) : peekFile(location, work);
}

function peekServer<Result>(url: string, work: (peek: Peek) => Promise<Result>): Promise<Result> {
  return askPostgres(url, (client) => {
    const values = async (sql: string) => {
      const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' });
      return rows.map(([first]) => String(first));
    };
    const hasTable = async (name: string) => (await values(`select to_regclass('${name}') is not null`))[0] === 'true';
    return work({ values, hasTable });
  });
}

async function peekFile<Result>(file: string, work: (peek: Peek) => Promise<Result>): Promise<Result> {
  const { values, close } = openSqliteReader(file);
  try {
    return await work({
      values: async (sql) => values(sql),
      hasTable: async (name) => values(`select 1 from sqlite_schema where name = '${name}'`).length > 0,
    });
  } finally {
    close();
  }
}
