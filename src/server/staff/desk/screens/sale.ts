import { PHASES } from '#src/config/sale.ts';
import { DATE_BASES } from '#src/config/schedule.ts';
import type { Db } from '../../../database/tables.ts';
import { balanceOf } from '../../../ledger/balance-of.ts';
import { currentSchedule } from '../../../sale/schedule-at.ts';
import { DATE_KEYS } from '../../commands/proposals/set-date.ts';
import { amount, choice, REASON_FIELD, synx, time, usd } from '../../screen/cells.ts';
import { pagedTable, pageOf } from '../../screen/paging.ts';
import type { Card, Form, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';

/** Phase, prices and dates with their history, and the changes that two managers can make. */
export const saleScreen: ScreenDefinition = {
  label: 'Sale and dates',
  role: 'manager',
  load: async (request) => {
    const { db } = request.context;
    const blocks = [await saleCard(db), await prices(request), await dateCard(db), await dates(request)];
    return { title: 'Sale and dates', blocks };
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
  const forms: Form[] =
    sale.closed_at === null
      ? [
          {
            command: 'propose-end-phase',
            button: 'Propose the end of this phase',
            fields: [
              { name: 'at', label: 'At (UTC; empty: on approval)', type: 'datetime-local', optional: true },
              REASON_FIELD,
            ],
          },
          ...(sale.phase_ends_at === null
            ? []
            : [
                { command: 'propose-keep-phase', button: 'Propose to continue until sold out', fields: [REASON_FIELD] },
              ]),
          { command: 'propose-close-sale', button: 'Propose to close the sale', fields: [REASON_FIELD] },
        ]
      : [{ command: 'propose-reopen-sale', button: 'Propose to open the sale again', fields: [REASON_FIELD] }];
  return {
    kind: 'card',
    title: sale.closed_at === null ? `Phase ${sale.phase}` : `Closed since ${time(sale.closed_at)}`,
    facts: [
      ['Raised', `${usd(sale.raised_micro)} in ${sale.purchases} purchases`],
      ['Window', `${sale.window_number}, since ${time(sale.window_started_at)}`],
      ['Ends', sale.phase_ends_at === null ? 'when it is sold out' : time(sale.phase_ends_at)],
      ...stock,
    ],
    forms,
  };
}

async function prices(request: ScreenRequest): Promise<Table> {
  const page = pageOf(request, 'sale', 'prices-page');
  const listed = request.context.db.selectFrom('price_history').selectAll().orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Price history',
    columns: ['When', 'What', 'Phase', 'Price', 'Window', 'Why'],
    cells: (row) => [
      time(row.at),
      row.kind,
      String(row.phase),
      usd(row.price_micro_usd),
      String(row.window_number),
      row.reason,
    ],
    empty: '–',
  });
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
    forms: [
      {
        command: 'propose-set-date',
        button: 'Propose a date',
        fields: [
          choice('key', 'Date of', DATE_KEYS),
          { name: 'date', label: 'Day (empty: not announced)', type: 'date', optional: true },
          choice('basis', 'Basis', DATE_BASES),
          choice('happened', 'Has happened', ['no', 'yes']),
          REASON_FIELD,
        ],
      },
    ],
  };
}

async function dates(request: ScreenRequest): Promise<Table> {
  const page = pageOf(request, 'sale', 'dates-page');
  const listed = request.context.db.selectFrom('schedule_history').selectAll().orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'History of dates',
    columns: ['When', 'Date of', 'Day', 'Basis', 'Has happened', 'Proposal'],
    cells: (row) => [
      time(row.created_at),
      row.key,
      row.date ?? 'not announced',
      row.basis,
      row.happened === 1n ? 'yes' : 'no',
      String(row.proposal_id),
    ],
    empty: 'All dates come from the configuration.',
  });
}
