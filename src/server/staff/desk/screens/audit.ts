import type { Db } from '../../../database/tables.ts';
import { verifyAudit } from '../../auth/audit.ts';
import { time } from '../../screen/cells.ts';
import type { Field, ScreenDefinition, Table } from '../../screen/screen.ts';

const SHOWN = 100;

interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Entries older than this one. */
  readonly before?: string | undefined;
}

const FIELDS: readonly Field[] = ['actor', 'action', 'subject'].map((name) => ({
  name,
  label: name,
  type: 'text',
  optional: true,
}));

/** The staff's actions, newest first. */
export const auditScreen: ScreenDefinition = {
  label: 'Audit log',
  role: 'manager',
  filter: FIELDS,
  load: async ({ context: { db }, query }) => {
    const { problems, head } = await verifyAudit(db);
    return {
      title: 'Audit log',
      blocks: [
        problems.length === 0
          ? { kind: 'text', text: `Every entry is there and unchanged. Note this elsewhere: ${head}`, tone: 'good' }
          : { kind: 'text', text: `The log was tampered with: ${problems.join('; ')}`, tone: 'bad' },
        await auditTable(db, query),
      ],
    };
  },
};

/** The entries of a filter. */
export async function auditTable(db: Db, filter: AuditFilter): Promise<Table> {
  let select = db.selectFrom('staff_audit').selectAll();
  for (const field of ['actor', 'action', 'subject'] as const) {
    const value = filter[field]?.trim() ?? '';
    if (value !== '') select = select.where(field, '=', value);
  }
  if (/^\d{1,17}$/.test(filter.before ?? '')) select = select.where('id', '<', BigInt(filter.before ?? 0));
  const rows = await select.orderBy('id', 'desc').limit(SHOWN).execute();
  const last = rows.at(-1);
  const more = new URLSearchParams(
    Object.entries({ ...filter, before: String(last?.id ?? 0n) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return {
    kind: 'table',
    title: 'Staff actions',
    columns: ['Entry', 'When', 'Who', 'What', 'Subject', 'Details'],
    rows: rows.map((row) => [String(row.id), time(row.at), row.actor, row.action, row.subject, row.detail]),
    empty: 'No actions yet.',
    ...(rows.length === SHOWN ? { more: `/staff/audit?${more}` } : {}),
  };
}
