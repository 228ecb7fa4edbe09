import type { Alarms } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import { checkLedger } from './check-ledger.ts';

export interface LedgerWatch {
  /** False from the moment a broken invariant was found until a later check finds the books sound again. */
  readonly sound: () => boolean;
  check(): Promise<void>;
}

/** Recounts the ledger from one consistent view and stops crediting while it does not add up (G12). */
export function watchLedger({ db, engine }: Database, alarms: Alarms): LedgerWatch {
  let sound = true;
  return {
    sound: () => sound,
    check: async () => {
      const transaction = db.transaction();
      const view = engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction;
      const broken = await view.execute((tx) => checkLedger(tx));
      sound = broken.length === 0;
      if (sound) await alarms.resolve('ledger-broken', 'ledger');
      else await alarms.raise('ledger-broken', 'ledger', broken.join('; '));
    },
  };
}
