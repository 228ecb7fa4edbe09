import { sql } from 'kysely';
import {
  isClosedByRecount,
  SEVERITIES,
  type Severity,
  severityLevel,
  severityName,
} from '../../../alerts/alarm-kinds.ts';
import { type AlarmRow, worstFirst } from '../../../alerts/alarms.ts';
import type { Db } from '../../../database/tables.ts';
import { NOTE_FIELD, time, usd } from '../../screen/cells.ts';
import { anyOf, CHAIN_FILTER, chosen, chosenChain, chosenMinimum, MINIMUM_FILTER } from '../../screen/filters.ts';
import { pagedTable, pageOf } from '../../screen/paging.ts';
import type { Block, Cell, Field, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';

const SEVERITY = anyOf('severity', 'Severity', SEVERITIES.toReversed());
const STATE = anyOf('state', 'State', ['open', 'resolved']);
const KIND: Field = { name: 'kind', label: 'Kind', type: 'text', optional: true };

/** The server's findings that a person has to look at, the worst first. */
export const alarmsScreen: ScreenDefinition = {
  label: 'Alarms',
  role: 'reviewer',
  filter: [SEVERITY, KIND, CHAIN_FILTER, MINIMUM_FILTER, STATE],
  load: async (request) => {
    const state = chosen(request.query, STATE);
    const blocks: Block[] = [];
    if (state !== 'resolved') blocks.push(await openTable(request));
    if (state !== 'open') blocks.push(await resolvedTable(request));
    return { title: 'Alarms', blocks };
  },
};

async function openTable(request: ScreenRequest): Promise<Table> {
  const { context, actor } = request;
  const page = pageOf(request, 'alarms');
  const open = matching(context.db, request.query).where('resolved_at', 'is', null);
  const manager = actor.kind === 'account' && actor.role === 'manager';
  return pagedTable(page, worstFirst(open), {
    title: 'Open',
    columns: ['Severity', 'Kind', 'About', 'Worth', 'Since', 'Seen', 'Details', 'Dealt with'],
    cells: (row): Cell[] => [
      severityCell(row),
      row.kind,
      row.subject,
      worthCell(row),
      time(row.created_at),
      seen(row),
      details(row),
      {
        text: isClosedByRecount(row.kind) ? 'closes with a sound recount' : '',
        forms:
          manager && !isClosedByRecount(row.kind)
            ? [{ command: 'resolve-alarm', button: 'Resolve', values: { id: String(row.id) }, fields: [NOTE_FIELD] }]
            : [],
      },
    ],
    empty: 'No alarm is open.',
  });
}

async function resolvedTable(request: ScreenRequest): Promise<Table> {
  const page = pageOf(request, 'alarms', 'resolved-page');
  const listed = matching(request.context.db, request.query).where('resolved_at', 'is not', null).orderBy('id', 'desc');
  return pagedTable(page, listed, {
    title: 'Resolved, newest first',
    columns: ['Severity', 'Kind', 'About', 'Worth', 'Since', 'Until', 'Seen', 'Details'],
    cells: (row) => [
      severityName(row.severity),
      row.kind,
      row.subject,
      worthCell(row),
      time(row.created_at),
      time(row.resolved_at),
      seen(row),
      details(row),
    ],
    empty: 'None.',
  });
}

function matching(db: Db, query: ScreenRequest['query']) {
  let all = db.selectFrom('alarms').selectAll();
  const severity = chosen(query, SEVERITY);
  if (severity !== null) all = all.where('severity', '=', severityLevel(severity as Severity));
  const kind = (query.kind ?? '').trim();
  if (kind !== '') all = all.where('kind', '=', kind);
  const chain = chosenChain(query);
  if (chain !== null)
    all = all.where((where) => where.or([where('subject', '=', `${chain}`), where('subject', 'like', `${chain}/%`)]));
  const minimum = chosenMinimum(query);
  return minimum === null ? all : all.where(sql<boolean>`worth_micro >= ${minimum}`);
}

function severityCell({ severity }: AlarmRow): Cell {
  const name = severityName(severity);
  return name === 'low' ? name : { text: name, tone: 'bad' };
}

function worthCell({ worth_micro: worth }: AlarmRow): string {
  return worth === null ? '–' : `about ${usd(worth)}`;
}

function seen({ times, last_seen_at: last }: AlarmRow): string {
  return times === 1n ? 'once' : `${times} times, last ${time(last)}`;
}

function details({ detail, examples }: AlarmRow): string {
  const named = JSON.parse(examples) as string[];
  return named.length === 0 ? detail : `${detail}\nFor example: ${named.join(', ')}`;
}
