import {
  LIVE_SETTINGS,
  socialSharePendingMessage,
  switchedOffTokens,
  withdrawnBuilds,
} from '#src/server/platform/context/live-settings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { listOf, tableOf } from '../../screen/list.ts';
import type { Card, ScreenDefinition, ScreenRequest } from '../../screen/screen.ts';

/** The settings that may change while the server runs, with their history, and the environment's settings. */
export const settingsScreen: ScreenDefinition = {
  label: 'Settings',
  role: 'manager',
  load: async (request) => {
    const { context } = request;
    const history = await listOf(request, context.db.selectFrom('live_settings').selectAll().orderBy('id', 'desc'), {
      title: 'History',
      columns: { When: 'created_at', Setting: 'key', Value: ({ value }) => value, By: 'set_by', Reason: 'reason' },
      empty: 'Nothing has been set yet.',
    });
    return {
      title: 'Settings',
      blocks: [
        await inForce(request),
        await buildCard(request),
        history,
        tableOf(
          'Environment (secrets are not shown)',
          { Variable: ([name]) => name, Value: ([, value]) => value },
          publicSettings(context.env),
        ),
      ],
    };
  },
};

async function inForce({ context }: ScreenRequest): Promise<Card> {
  const offTokens = await switchedOffTokens(context);
  return {
    kind: 'card',
    title: 'In force',
    facts: [
      [LIVE_SETTINGS['switched-off-tokens'], offTokens.join(', ') || 'none'],
      [LIVE_SETTINGS['social-share-message'], (await socialSharePendingMessage(context)) || 'the site’s own words'],
    ],
    forms: [
      { command: 'set-setting', button: 'Set' },
      ...offTokens.map((token) => ({
        command: 'propose-switch-on-token',
        button: `Propose to offer ${token} again`,
        values: { token },
      })),
    ],
  };
}

async function buildCard({ context: { db } }: ScreenRequest): Promise<Card> {
  const withdrawn = await withdrawnBuilds(db);
  return {
    kind: 'card',
    title: 'Builds that must not sell',
    facts: [
      ['What it is', 'In a page of such a build buying is switched off, also where it is open or cached'],
      ['Withdrawn', withdrawn.join(', ') || 'none'],
    ],
    forms: [
      { command: 'withdraw-build', button: 'Withdraw' },
      ...withdrawn.map((commit) => ({
        command: 'propose-reinstate-build',
        button: `Propose to let ${commit.slice(0, 12)} sell again`,
        values: { commit },
      })),
    ],
  };
}

/** Only whether these are set is shown. */
const SECRET = /^(?!PUBLIC_).*(?:_URL|_KEY|SECRET|PASSWORD)$/;
/** Shown in another form, or not set by anybody. */
const LEFT_OUT = ['chains', 'stakingRate', 'rehearsal'];

/** Every setting by name, as text. */
function publicSettings(env: Env): readonly (readonly [name: string, value: string])[] {
  const settings = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    if (LEFT_OUT.includes(name) || name.startsWith('RPC_URL')) return [];
    if (value === undefined) return [[name, 'not set']];
    if (SECRET.test(name)) return [[name, 'set']];
    return [[name, Array.isArray(value) ? value.join(', ') || 'none' : String(value)]];
  });
  const chains = env.chains.map(({ chainId, rpcUrls, quorum, startBlock, heartbeatSeconds }): [string, string] => [
    `chain ${chainId}`,
    `${rpcUrls.length} sources, ${quorum} must agree, from block ${startBlock}, heartbeat ${heartbeatSeconds} s`,
  ]);
  return [...settings, ...chains];
}
