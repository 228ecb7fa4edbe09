import { sql } from 'kysely';
import {
  isClosedByRecount,
  SEVERITIES,
  type Severity,
  severityLevel,
  severityName,
} from '#src/server/platform/alerts/alarm-kinds.ts';
import { type AlarmRow, worstFirst } from '#src/server/platform/alerts/alarms.ts';
import { time, worth } from '../../screen/cells.ts';
import { anyOf, CHAIN_FILTER, chosen, chosenChain, chosenMinimum, MINIMUM_FILTER } from '../../screen/filters.ts';
import { type Columns, listOf } from '../../screen/list.ts';
import type { Block, Cell, Field, ScreenDefinition, ScreenRequest } from '../../screen/screen.ts';

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
    const manager = request.actor.kind === 'account' && request.actor.role === 'manager';
    if (state !== 'resolved')
      blocks.push(
        await listOf(request, worstFirst(matching(request).where('resolved_at', 'is', null)), {
          title: 'Open',
          columns: { ...COLUMNS, 'Dealt with': (row) => dealtWith(row, manager) },
          empty: 'No alarm is open.',
        }),
      );
    if (state !== 'open')
      blocks.push(
        await listOf(request, matching(request).where('resolved_at', 'is not', null).orderBy('id', 'desc'), {
          title: 'Resolved, newest first',
          columns: { ...COLUMNS, Until: 'resolved_at' },
          page: 'resolved-page',
        }),
      );
    return { title: 'Alarms', blocks };
  },
};

const COLUMNS: Columns<AlarmRow> = {
  Severity: ({ severity }) => {
    const name = severityName(severity);
    return name === 'low' ? name : { text: name, tone: 'bad' };
  },
  Kind: 'kind',
  About: 'subject',
  Worth: (row) => worth(row.worth_micro),
  Since: 'created_at',
  Seen: ({ times, last_seen_at: last }) => (times === 1n ? 'once' : `${times} times, last ${time(last)}`),
  Details: ({ detail, examples }) => {
    const named = JSON.parse(examples) as string[];
    return named.length === 0 ? detail : `${detail}\nFor example: ${named.join(', ')}`;
  },
};

function dealtWith({ id, kind }: AlarmRow, manager: boolean): Cell {
  if (isClosedByRecount(kind)) return 'closes with a sound recount';
  const form = { command: 'resolve-alarm', button: 'Resolve', values: { id: String(id) } };
  return { text: '', forms: manager ? [form] : [] };
}

function matching({ context, query }: ScreenRequest) {
  let all = context.db.selectFrom('alarms').selectAll();
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
