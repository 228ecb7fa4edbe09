import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { findInvitation, invite, join } from '#src/server/staff/auth/accounts.ts';
import { codeAt, PASSWORD } from '#tests/support/staff-member.ts';

const STEP_MS = 30_000;

/** People of the desk with a password and an authenticator app. */
export interface Staff {
  /** Creates a manager's account. */
  join(name: string): Promise<void>;
  /** The password and the next code, as typed for a command with --as; waits until a code counts that is not used. */
  type(name: string): Promise<string>;
}

/** The managers of the desk whose database `location` names, by the desk's time (ms). */
export function newStaff(location: () => string, time: () => number = Date.now): Staff {
  const people = new Map<string, { readonly secret: string; step: number }>();
  return {
    join: async (name) => {
      const database = await openDatabase(location());
      const now = time();
      try {
        const token = await database.db
          .transaction()
          .execute((tx) => invite(tx, { name, role: 'manager', invitedBy: 'host' }, now));
        const secret = (await findInvitation(database.db, token, now))?.totpSecret ?? '';
        // A phone may be half a minute slow: the present code remains for the first command.
        const step = Math.floor(now / STEP_MS) - 1;
        const code = codeAt(secret, step * STEP_MS);
        await join(database.db, { token, pin: '', password: PASSWORD, code }, now);
        people.set(name, { secret, step });
      } finally {
        await database.close();
      }
    },
    type: async (name) => {
      const person = people.get(name);
      if (person === undefined) throw new Error(`nobody is called ${name}`);
      person.step = Math.max(person.step + 1, Math.floor(time() / STEP_MS) - 1);
      const early = (person.step - 1) * STEP_MS - time();
      if (early > 0) await setTimeout(early);
      return `${PASSWORD}\n${codeAt(person.secret, person.step * STEP_MS)}\n`;
    },
  };
}
