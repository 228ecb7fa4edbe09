import type { Transaction, TransactionBuilder } from 'kysely';
import type { Database } from '#src/server/platform/database/database.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { POSTGRES_MODE } from './postgres/postgres-mode.ts';

/**
 * In the mode `repeated`, has every transaction of a database fail once after its body has run, as one that lost to
 * another transaction, so that each body runs twice.
 */
export function repeatTransactions({ db, engine }: Pick<Database, 'db' | 'engine'>): void {
  if (POSTGRES_MODE !== 'repeated' || engine !== 'postgres') return;
  const begin = db.transaction.bind(db);
  db.transaction = () => failingOnce(begin());
}

function failingOnce(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const failing: Pick<TransactionBuilder<Tables>, 'execute' | 'setAccessMode' | 'setIsolationLevel'> = {
    setAccessMode: (mode) => failingOnce(builder.setAccessMode(mode)),
    setIsolationLevel: (level) => failingOnce(builder.setIsolationLevel(level)),
    execute: <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => {
      let isFirst = true;
      return builder.execute(async (tx) => {
        const result = await work(tx);
        if (!isFirst) return result;
        isFirst = false;
        throw Object.assign(new Error('could not serialize access: a test'), { code: '40001' });
      });
    },
  };
  return failing as TransactionBuilder<Tables>;
}
