import { PHASES } from '#src/config/sale.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { currentSchedule } from '#src/server/money/sale/schedule-at.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { amount, synx, time, usd } from '../../screen/cells.ts';
import { listOf } from '../../screen/list.ts';
import type { Card, Form, ScreenDefinition } from '../../screen/screen.ts';

/** Phase, prices and dates with their history, and the changes that two managers can make. */
export const saleScreen: ScreenDefinition = {
  label: 'Sale and dates',
  role: 'manager',
  load: async (request) => {
    const { db } = request.context;
    const prices = await listOf(request, db.selectFrom('price_history').selectAll().orderBy('id', 'desc'), {
      title: 'Price history',
      columns: {
        When: 'at',
        What: 'kind',
        Phase: 'phase',
        Price: (row) => usd(row.price_micro_usd),
        Window: 'window_number',
        Why: 'reason',
      },
      page: 'prices-page',
    });
    const dates = await listOf(request, db.selectFrom('schedule_history').selectAll().orderBy('id', 'desc'), {
      title: 'History of dates',
      columns: {
        When: 'created_at',
        'Date of': 'key',
        Day: (row) => row.date ?? 'not announced',
        Basis: 'basis',
        'Has happened': (row) => (row.happened === 1n ? 'yes' : 'no'),
        Proposal: 'proposal_id',
      },
      empty: 'All dates come from the configuration.',
      page: 'dates-page',
    });
    return { title: 'Sale and dates', blocks: [await saleCard(db), prices, await dateCard(db), dates] };
  },
};

async function saleCard(db: Db): Promise<Card> {
  const sale = await db.selectFrom('sale_state').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  const stock = await Promise.all(
    PHASES.map(async ({ phase, supply, priceMicroUsd }) => {
      const left = await balanceOf(db, 'sale', String(phase));
      return [
        `Left in phase ${phase}`,
        `${synx(left)} of ${amount(BigInt(supply), 0)} (${usd(priceMicroUsd)} each)`,
      ] as const;
    }),
  );
  const endPhase: Form = { command: 'propose-end-phase', button: 'Propose the end of this phase' };
  const keepPhase: Form = { command: 'propose-keep-phase', button: 'Propose to continue until sold out' };
  const closeSale: Form = { command: 'propose-close-sale', button: 'Propose to close the sale' };
  const whileOpen = sale.phase_ends_at === null ? [endPhase, closeSale] : [endPhase, keepPhase, closeSale];
  return {
    kind: 'card',
    title: sale.closed_at === null ? `Phase ${sale.phase}` : `Closed since ${time(sale.closed_at)}`,
    facts: [
      ['Raised', `${usd(sale.raised_micro)} in ${sale.purchases} purchases`],
      ['Window', `${sale.window_number}, since ${time(sale.window_started_at)}`],
      ['Ends', sale.phase_ends_at === null ? 'when it is sold out' : time(sale.phase_ends_at)],
      ...stock,
    ],
    forms:
      sale.closed_at === null
        ? whileOpen
        : [{ command: 'propose-reopen-sale', button: 'Propose to open the sale again' }],
  };
}

async function dateCard(db: Db): Promise<Card> {
  const schedule = await currentSchedule(db);
  return {
    kind: 'card',
    title: 'Dates',
    facts: schedule.map(({ key, date, basis, happened }) => [
      key,
      `${date ?? 'not announced'}, ${basis}${happened ? ', has happened' : ''}`,
    ]),
    forms: [{ command: 'propose-set-date', button: 'Propose a date' }],
  };
}
