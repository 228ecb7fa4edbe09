import { APPLICATION_STATES } from '../../commands/actions/office.ts';
import { time } from '../../screen/cells.ts';
import { anyOf, chosen } from '../../screen/filters.ts';
import { cardsOf } from '../../screen/list.ts';
import type { ScreenDefinition } from '../../screen/screen.ts';

const STATE = anyOf('state', 'State', APPLICATION_STATES);

export const partnersScreen: ScreenDefinition = {
  label: 'Partners',
  role: 'manager',
  persons: () => 'partner-applications',
  filter: [STATE],
  load: async (request) => {
    const state = chosen(request.query, STATE) as (typeof APPLICATION_STATES)[number] | null;
    let all = request.context.db.selectFrom('partner_applications').selectAll();
    if (state !== null) all = all.where('state', '=', state);
    const cards = await cardsOf(
      request,
      all.orderBy('id', 'desc'),
      (row) => ({
        kind: 'card',
        title: `${row.organisation} (${row.state})`,
        facts: [
          ['Reference', row.reference],
          ['Received', time(row.created_at)],
          ['Type of partner', row.type],
          ['E-mail', row.email],
          ['Website', row.website === '' ? '–' : { text: row.website, link: row.website }],
          ['Language', row.locale ?? '–'],
          ['Message', row.message],
          ['Note', row.note === '' ? '–' : row.note],
        ],
        forms: [
          {
            command: 'set-application',
            button: 'Note',
            values: { id: String(row.id) },
            initial: { state: row.state, note: row.note },
          },
        ],
      }),
      'None.',
    );
    return { title: 'Partner applications', blocks: cards };
  },
};
