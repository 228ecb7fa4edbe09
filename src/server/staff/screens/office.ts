import type { Db } from '../../database/tables.ts';
import { LIVE_SETTINGS, socialSharePendingMessage, switchedOffTokens, withdrawnBuilds } from '../../live-settings.ts';
import { choice, NOTE_FIELD, time } from '../cells.ts';
import { publicSettings } from '../public-settings.ts';
import type { Card, Cell, Field, ScreenDefinition } from '../screen.ts';
import { APPLICATION_STATES } from '../verbs/office.ts';

const SHOWN = 100;

/** What the server noticed that a person has to look at. */
export const alarmsScreen: ScreenDefinition = {
  label: 'Alarms',
  role: 'reviewer',
  load: async ({ engine: { db }, actor }) => {
    const all = db.selectFrom('alarms').selectAll();
    const open = await all.where('resolved_at', 'is', null).orderBy('id').limit(SHOWN).execute();
    const past = await all.where('resolved_at', 'is not', null).orderBy('id', 'desc').limit(20).execute();
    const manager = actor.kind === 'account' && actor.role === 'manager';
    return {
      title: 'Alarms',
      blocks: [
        {
          kind: 'table',
          title: 'Open',
          columns: ['Since', 'Kind', 'About', 'Details', 'Dealt with'],
          rows: open.map((row): Cell[] => [
            time(row.created_at),
            { text: row.kind, tone: 'bad' },
            row.subject,
            row.detail,
            {
              text: '',
              forms: manager
                ? [{ verb: 'resolve-alarm', button: 'Resolve', values: { id: String(row.id) }, fields: [NOTE_FIELD] }]
                : [],
            },
          ]),
          empty: 'No alarm is open.',
        },
        {
          kind: 'table',
          title: 'Resolved lately',
          columns: ['Since', 'Until', 'Kind', 'About', 'Details'],
          rows: past.map((row) => [time(row.created_at), time(row.resolved_at), row.kind, row.subject, row.detail]),
          empty: 'None.',
        },
      ],
    };
  },
};

/** Who wants to be a partner. */
export const partnersScreen: ScreenDefinition = {
  label: 'Partners',
  role: 'manager',
  load: async ({ engine: { db } }) => {
    const rows = await db.selectFrom('partner_applications').selectAll().orderBy('id', 'desc').limit(SHOWN).execute();
    return {
      title: 'Partner applications',
      blocks: rows.map((row) => ({
        kind: 'card' as const,
        title: `${row.organisation} (${row.state})`,
        facts: [
          ['Reference', row.reference],
          ['Received', time(row.created_at)],
          ['Wants to be', row.type],
          ['E-mail', row.email],
          ['Website', row.website === '' ? '–' : { text: row.website, link: row.website }],
          ['Language', row.locale ?? '–'],
          ['Message', row.message],
          ['Note', row.note === '' ? '–' : row.note],
        ] as const,
        forms: [
          {
            verb: 'set-application',
            button: 'Note',
            values: { id: String(row.id) },
            fields: [
              choice('state', 'State', APPLICATION_STATES, row.state),
              { ...NOTE_FIELD, type: 'textarea' as const, value: row.note, optional: true as const },
            ],
          },
        ],
      })),
    };
  },
};

/** How many read the newsletter, and their addresses as a file. */
export const newsletterScreen: ScreenDefinition = {
  label: 'Newsletter',
  role: 'manager',
  load: async ({ engine: { db } }) => {
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
          empty: 'Nobody has subscribed.',
        },
        {
          kind: 'card',
          title: 'Export',
          facts: [['What it is', 'Confirmed addresses as CSV. Who took them, and why, stays in the audit log.']],
          forms: [
            {
              verb: 'export-newsletter',
              button: 'Download',
              fields: [{ name: 'reason', label: 'What for', type: 'text' }],
            },
          ],
        },
      ],
    };
  },
};

/** What may be set while the server runs, with its history, and what the environment says. */
export const settingsScreen: ScreenDefinition = {
  label: 'Settings',
  role: 'manager',
  load: async ({ engine }) => {
    const history = await engine.db
      .selectFrom('live_settings')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute();
    return {
      title: 'Settings',
      blocks: [
        {
          kind: 'card',
          title: 'In force',
          facts: [
            [LIVE_SETTINGS['switched-off-tokens'], (await switchedOffTokens(engine)).join(', ') || 'none'],
            [
              LIVE_SETTINGS['social-share-message'],
              (await socialSharePendingMessage(engine)) || 'the site’s own words',
            ],
          ],
          forms: [
            {
              verb: 'set-setting',
              button: 'Set',
              fields: [
                choice('key', 'Setting', Object.keys(LIVE_SETTINGS)),
                { name: 'value', label: 'Value', type: 'text', optional: true },
                { name: 'reason', label: 'Reason', type: 'text' },
              ],
            },
          ],
        },
        await buildCard(engine.db),
        {
          kind: 'table',
          title: 'History',
          columns: ['When', 'Setting', 'Value', 'By', 'Reason'],
          rows: history.map((row) => [time(row.created_at), row.key, row.value, row.set_by, row.reason]),
          empty: 'Everything is as the environment says.',
        },
        {
          kind: 'table',
          title: 'Environment (secrets are not shown)',
          columns: ['Variable', 'Value'],
          rows: publicSettings(engine.env).map(([name, value]) => [name, value]),
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
    title: 'Builds of the site that must not sell',
    facts: [
      ['What it is', 'In a page of such a build buying is switched off, also where it is open or cached'],
      ['Withdrawn', withdrawn.join(', ') || 'none'],
    ],
    forms: [
      {
        verb: 'withdraw-build',
        button: 'Withdraw',
        fields: [{ name: 'commit', label: 'Commit, as /verify shows it', type: 'text' }, reason],
      },
      ...withdrawn.map((commit) => ({
        verb: 'reinstate-build',
        button: `Let ${commit.slice(0, 12)} sell again`,
        values: { commit },
        fields: [reason],
      })),
    ],
  };
}

/** Who has an account. */
export const peopleScreen: ScreenDefinition = {
  label: 'People',
  role: 'manager',
  load: async ({ engine: { db }, actor, now }) => {
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
                    ? [{ verb: 'suspend', button: 'Suspend', values: { name } }]
                    : [{ verb: 'resume', button: 'Let in again', values: { name } }],
            },
          ]),
          empty: '–',
        },
        {
          kind: 'table',
          title: 'Open invitations',
          columns: ['Name', 'Role', 'By', 'Until'],
          rows: invitations.map((row) => [row.name, row.role, row.invited_by, time(row.expires_at)]),
          empty: 'None.',
        },
        {
          kind: 'card',
          title: 'Invite',
          facts: [['From the third manager on', 'two managers invite: propose it']],
          forms: [
            {
              verb: 'invite',
              button: 'Invite',
              fields: [{ name: 'name', label: 'Name', type: 'text' }, choice('role', 'Role', ['reviewer', 'manager'])],
            },
          ],
        },
      ],
    };
  },
};
