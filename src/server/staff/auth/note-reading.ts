import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Actor } from './actor.ts';
import { appendAudit } from './audit.ts';

/** Repeated reads of the same data within this time count as one. */
const AGAIN_MS = 3_600_000;

/** Records in the audit log that a staff member was shown personal data. */
export async function noteReading({ db, now }: AppContext, actor: Actor, subject: string): Promise<void> {
  const at = now();
  const known = await db
    .selectFrom('staff_audit')
    .select('id')
    .where((where) => where.and({ subject, actor: actor.name, action: 'read' }))
    .where('at', '>', BigInt(at - AGAIN_MS))
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined) return;
  const entry = { actor: actor.name, action: 'read', subject, detail: {} };
  await db.transaction().execute((tx) => appendAudit(tx, entry, at));
}
