import { tableOf } from '../../screen/list.ts';
import type { ScreenDefinition } from '../../screen/screen.ts';

/** The number of newsletter readers, and their addresses as a file. */
export const newsletterScreen: ScreenDefinition = {
  label: 'Newsletter',
  role: 'manager',
  load: async ({ context: { db } }) => {
    const rows = await db
      .selectFrom('newsletter_subscribers')
      .select((select) => ['locale', 'status', select.fn.countAll<bigint>().as('count')])
      .groupBy(['locale', 'status'])
      .orderBy('locale')
      .execute();
    const confirmed = rows.filter(({ status }) => status === 'confirmed').reduce((sum, { count }) => sum + count, 0n);
    const columns = { Language: 'locale', State: 'status', Addresses: 'count' } as const;
    return {
      title: 'Newsletter',
      blocks: [
        tableOf(`${confirmed} confirmed`, columns, rows, 'There are no subscriptions yet.'),
        {
          kind: 'card',
          title: 'Export',
          facts: [['What it is', 'Confirmed addresses as CSV. Who took them, and why, stays in the audit log.']],
          forms: [{ command: 'export-newsletter', button: 'Download' }],
        },
      ],
    };
  },
};
