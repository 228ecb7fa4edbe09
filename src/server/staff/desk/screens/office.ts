import type { Selectable } from 'kysely';
import {
  LIVE_SETTINGS,
  socialSharePendingMessage,
  switchedOffTokens,
  withdrawnBuilds,
} from '../../../context/live-settings.ts';
import type { Db, Tables } from '../../../database/tables.ts';
import { APPLICATION_STATES } from '../../commands/definitions/applications.ts';
import { choice, NOTE_FIELD, REASON_FIELD, time } from '../../screen/cells.ts';
import { anyOf, chosen } from '../../screen/filters.ts';
import { pagedTable, pageOf } from '../../screen/paging.ts';
import type { Card, Field, ScreenDefinition } from '../../screen/screen.ts';
import { publicSettings } from '../public-settings.ts';

const STATE = anyOf('state', 'State', APPLICATION_STATES);

/** The partner applications. */
export const partnersScreen: ScreenDefinition = {
  label: 'Partners',
  role: 'manager',
  persons: () => 'partner-applications',
  filter: [STATE],
  load: async (request) => {
    const page = pageOf(request, 'partners');
    const state = chosen(request.query, STATE) as (typeof APPLICATION_STATES)[number] | null;
    let all = request.context.db.selectFrom('partner_applications').selectAll();
    if (state !== null) all = all.where('state', '=', state);
    const rows = await all.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
    const cards = page.cut(rows).map(applicationCard);
    return { title: 'Partner applications', blocks: [...cards, ...page.links(rows)] };
  },
};

function applicationCard(row: Selectable<Tables['partner_applications']>): Card {
  return {
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
    ] as const,
    forms: [
      {
        command: 'set-application',
        button: 'Note',
        values: { id: String(row.id) },
        fields: [
          choice('state', 'State', APPLICATION_STATES, row.state),
          { ...NOTE_FIELD, type: 'textarea' as const, value: row.note, optional: true as const },
        ],
      },
    ],
  };
}

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
    return {
      title: 'Newsletter',
      blocks: [
        {
          kind: 'table',
          title: `${confirmed} confirmed`,
          columns: ['Language', 'State', 'Addresses'],
          rows: rows.map(({ locale, status, count }) => [locale, status, String(count)]),
          empty: 'There are no subscriptions yet.',
        },
        {
          kind: 'card',
          title: 'Export',
          facts: [['What it is', 'Confirmed addresses as CSV. Who took them, and why, stays in the audit log.']],
          forms: [
            {
              command: 'export-newsletter',
              button: 'Download',
              fields: [{ name: 'reason', label: 'What for', type: 'text' }],
            },
          ],
        },
      ],
    };
  },
};

/** The settings that may change while the server runs, with their history, and the environment's settings. */
export const settingsScreen: ScreenDefinition = {
  label: 'Settings',
  role: 'manager',
  load: async (request) => {
    const { context } = request;
    const page = pageOf(request, 'settings');
    const history = context.db.selectFrom('live_settings').selectAll().orderBy('id', 'desc');
    const offTokens = await switchedOffTokens(context);
    return {
      title: 'Settings',
      blocks: [
        {
          kind: 'card',
          title: 'In force',
          facts: [
            [LIVE_SETTINGS['switched-off-tokens'], offTokens.join(', ') || 'none'],
            [
              LIVE_SETTINGS['social-share-message'],
              (await socialSharePendingMessage(context)) || 'the site’s own words',
            ],
          ],
          forms: [
            {
              command: 'set-setting',
              button: 'Set',
              fields: [
                choice('key', 'Setting', Object.keys(LIVE_SETTINGS)),
                { name: 'value', label: 'Value', type: 'text', optional: true },
                { name: 'reason', label: 'Reason', type: 'text' },
              ],
            },
            ...offTokens.map((token) => ({
              command: 'propose-switch-on-token',
              button: `Propose to offer ${token} again`,
              values: { token },
              fields: [{ name: 'reason', label: 'Reason', type: 'text' } satisfies Field],
            })),
          ],
        },
        await buildCard(context.db),
        await pagedTable(page, history, {
          title: 'History',
          columns: ['When', 'Setting', 'Value', 'By', 'Reason'],
          cells: (row) => [time(row.created_at), row.key, row.value, row.set_by, row.reason],
          empty: 'Every setting has its value from the environment.',
        }),
        {
          kind: 'table',
          title: 'Environment (secrets are not shown)',
          columns: ['Variable', 'Value'],
          rows: publicSettings(context.env).map(([name, value]) => [name, value]),
          empty: '–',
        },
      ],
    };
  },
};

async function buildCard(db: Db): Promise<Card> {
  const withdrawn = await withdrawnBuilds(db);
  const reason: Field = { name: 'reason', label: 'Reason', type: 'text' };
  return {
    kind: 'card',
    title: 'Builds that must not sell',
    facts: [
      ['What it is', 'In a page of such a build buying is switched off, also where it is open or cached'],
      ['Withdrawn', withdrawn.join(', ') || 'none'],
    ],
    forms: [
      {
        command: 'withdraw-build',
        button: 'Withdraw',
        fields: [{ name: 'commit', label: 'Commit, as /verify shows it', type: 'text' }, reason],
      },
      ...withdrawn.map((commit) => ({
        command: 'propose-reinstate-build',
        button: `Propose to let ${commit.slice(0, 12)} sell again`,
        values: { commit },
        fields: [reason],
      })),
    ],
  };
}

const INVITE: Card = {
  kind: 'card',
  title: 'Invite',
  facts: [
    ['The first two managers', 'are invited on the server'],
    ['Another manager', { text: 'takes two managers: propose it', to: '/staff/proposals' }],
  ],
  forms: [
    {
      command: 'invite',
      button: 'Invite a reviewer',
      values: { role: 'reviewer' },
      fields: [{ name: 'name', label: 'Name', type: 'text' }],
    },
  ],
};

/** The accounts. */
export const peopleScreen: ScreenDefinition = {
  label: 'People',
  role: 'manager',
  load: async ({ context: { db }, actor, now }) => {
    const rows = await db.selectFrom('staff_accounts').selectAll().orderBy('name').execute();
    const invitations = await db
      .selectFrom('staff_invitations')
      .selectAll()
      .where('expires_at', '>', BigInt(now))
      .orderBy('name')
      .execute();
    return {
      title: 'People',
      blocks: [
        {
          kind: 'table',
          title: 'Accounts',
          columns: ['Name', 'Role', 'State', 'Since', ''],
          rows: rows.map(({ name, role, state, created_at: since, locked_until: locked }) => [
            name,
            role,
            state === 'active' && locked > BigInt(now) ? `locked until ${time(locked)}` : state,
            time(since),
            {
              text: name === actor.name ? 'you' : '',
              forms:
                name === actor.name
                  ? []
                  : state === 'active'
                    ? [{ command: 'suspend', button: 'Suspend', values: { name } }]
                    : role === 'manager'
                      ? [
                          {
                            command: 'propose-reinstate-manager',
                            button: 'Propose to reinstate',
                            values: { name },
                            fields: [REASON_FIELD],
                          },
                        ]
                      : [{ command: 'resume', button: 'Reinstate', values: { name } }],
            },
          ]),
          empty: '–',
        },
        {
          kind: 'table',
          title: 'Open invitations',
          columns: ['Name', 'Role', 'By', 'Until', 'Needs'],
          rows: invitations.map((row) => [
            row.name,
            row.role,
            row.invited_by,
            time(row.expires_at),
            row.pin_hash === null ? 'link' : `link and PIN (${row.pin_failed} wrong so far)`,
          ]),
          empty: 'None.',
        },
        INVITE,
      ],
    };
  },
};
