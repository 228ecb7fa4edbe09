import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { StaffTables } from '#src/server/platform/database/staff-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

export type AuditRow = Selectable<StaffTables['staff_audit']>;

export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  /** The subject of the action: `submission:12`, `wallet:0x…`; empty if it has none. */
  readonly subject: string;
  /** The details stated with it. */
  readonly detail: Readonly<Record<string, unknown>>;
}

const PAGE = 1_000;

/** Adds an entry bound to the previous one by its hash; the last step of a transaction, since all wait for its row. */
export async function appendAudit(tx: Tx, entry: AuditEntry, now: number): Promise<AuditRow> {
  const head = await tx
    .updateTable('staff_audit_head')
    .set((select) => ({ entries: select('entries', '+', 1n) }))
    .where('id', '=', 1n)
    .returning(['entries', 'hash'])
    .executeTakeFirstOrThrow();
  const row = {
    id: head.entries,
    at: BigInt(now),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    detail: JSON.stringify(entry.detail),
    previous: head.hash,
  };
  const hash = hashOf(row);
  await tx
    .insertInto('staff_audit')
    .values({ ...row, hash })
    .execute();
  await tx.updateTable('staff_audit_head').set({ hash }).where('id', '=', 1n).execute();
  return { ...row, hash };
}

/** Recounts the log. It must contain `noted`, a head written down before: without one, all of it could be rewritten. */
export async function verifyAudit(db: Db | Tx, noted?: string) {
  const problems: string[] = [];
  let previous = '';
  let last = 0n;
  let seen = noted === undefined;
  for (;;) {
    const rows = await db
      .selectFrom('staff_audit')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      if (row.id !== last + 1n) problems.push(`entries ${last + 1n} to ${row.id - 1n} are missing`);
      else if (row.previous !== previous) problems.push(`entry ${row.id} does not follow the one before it`);
      if (hashOf(row) !== row.hash) problems.push(`entry ${row.id} was changed`);
      if (noted === headText(row.id, row.hash)) seen = true;
      previous = row.hash;
      last = row.id;
    }
    if (rows.length < PAGE) break;
  }
  const head = await db.selectFrom('staff_audit_head').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  if (head.entries !== last || head.hash !== previous)
    problems.push(`the log ends at entry ${last}, and should end at ${head.entries}`);
  if (!seen) problems.push('the head that was noted is not in the log');
  return { problems, head: headText(last, previous) };
}

function headText(entries: bigint, hash: string): string {
  return `${entries}:${hash}`;
}

function hashOf({ id, at, actor, action, subject, detail, previous }: Omit<AuditRow, 'hash'>): string {
  return hash('sha256', JSON.stringify([String(id), String(at), actor, action, subject, detail, previous]));
}
