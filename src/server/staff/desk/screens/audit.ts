import { verifyAudit } from '../../auth/audit.ts';
import { listOf } from '../../screen/list.ts';
import type { Field, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';

const FIELDS = ['actor', 'action', 'subject'] as const;

/** The staff's actions, newest first. */
export const auditScreen: ScreenDefinition = {
  label: 'Audit log',
  role: 'manager',
  filter: FIELDS.map((name): Field => ({ name, label: name, type: 'text', optional: true })),
  load: async (request) => {
    const { problems, head } = await verifyAudit(request.context.db);
    const checked =
      problems.length === 0
        ? ({ text: `Every entry is there and unchanged. Note this elsewhere: ${head}`, tone: 'good' } as const)
        : ({ text: `The log was tampered with: ${problems.join('; ')}`, tone: 'bad' } as const);
    return {
      title: 'Audit log',
      blocks: [{ kind: 'text', ...checked }, await auditTable(request, request.query, 'page')],
    };
  },
};

/** The entries of a filter. */
export function auditTable(
  request: ScreenRequest,
  filter: Readonly<Record<string, string | undefined>>,
  page = 'audit-page',
): Promise<Table> {
  let entries = request.context.db.selectFrom('staff_audit').selectAll();
  for (const field of FIELDS) {
    const value = filter[field]?.trim() ?? '';
    if (value !== '') entries = entries.where(field, '=', value);
  }
  return listOf(request, entries.orderBy('id', 'desc'), {
    title: 'Staff actions',
    columns: { Entry: 'id', When: 'at', Who: 'actor', What: 'action', Subject: 'subject', Details: 'detail' },
    empty: 'No actions yet.',
    page,
  });
}
