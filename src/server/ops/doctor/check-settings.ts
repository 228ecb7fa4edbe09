import { operatorLine, readOperator } from '#src/config/operator.ts';
import type { SiteSetting } from '#src/config/site-settings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { failed, passed, type Verdicts, warned } from '#src/server/platform/util/finding.ts';
import { isThisMachine } from '#src/server/platform/util/is-this-machine.ts';

/** Settings of which at least one is needed, and what visitors have without. */
const GAPS: readonly (readonly [readonly SiteSetting[], string])[] = [
  [['PUBLIC_SUPPORT_EMAIL'], 'no contact address'],
  [['PUBLIC_COMMUNITY_URL', 'PUBLIC_X_URL', 'PUBLIC_CHANNEL_URL', 'PUBLIC_YOUTUBE_URL'], 'no channel'],
  [['PUBLIC_GIVEAWAY_URL'], 'no giveaway page'],
  [['PUBLIC_REOWN_PROJECT_ID'], 'no way to connect a wallet on a phone'],
];

/** Settings that are valid, and still not what an operator of real chains wants. */
export async function* checkSettings(env: Env): Verdicts {
  if (env.rehearsal)
    yield failed(
      'No real chains are set: this is a rehearsal with worthless coins.',
      'Fill in the first part of .env.',
    );
  if (env.NODE_ENV !== 'production')
    yield warned(`NODE_ENV is ${env.NODE_ENV}.`, 'Set NODE_ENV=production for the server.');
  if (env.PUBLIC_ORIGIN !== undefined && !isPrivate(env.PUBLIC_ORIGIN))
    yield failed(
      'PUBLIC_ORIGIN is not https: browsers keep no secure cookie for it.',
      'Use the https address of the site.',
    );
  for (const { chainId, rpcUrls } of env.chains) {
    if (rpcUrls.length === 1)
      yield warned(
        `RPC_URL_${chainId} names one source, whose word alone decides credits (RPC_QUORUM=1).`,
        'Name three sources of different providers.',
      );
    if (rpcUrls.length === 2)
      yield warned(
        `RPC_URL_${chainId} names two sources: while one is down, nothing is credited on this chain.`,
        'Name a third one.',
      );
    const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
    if (hosts.size < Math.min(2, rpcUrls.length))
      yield warned(
        `All sources of RPC_URL_${chainId} are at ${[...hosts].join(', ')}: one provider agrees with itself.`,
        'Use a second provider.',
      );
  }
  if (env.SMTP_URL === undefined)
    yield warned('SMTP_URL is not set: mails become files in DATA_DIRECTORY/outbox.', 'Set SMTP_URL and MAIL_FROM.');
  if (env.ALERT_EMAIL === undefined)
    yield warned('ALERT_EMAIL is not set: alarms are sent to nobody.', 'Set it to an address people read.');
  yield* checkWhatVisitorsMiss(env);
  if (env.WALLET_PROOF === 'off')
    yield failed(
      'WALLET_PROOF is off: anybody can act for any wallet.',
      'Remove it; the default asks for one signature per session.',
    );
}

/** What visitors are not told or not offered while a setting is left out: pages do not say so, or only in one list. */
async function* checkWhatVisitorsMiss({ siteSettings: site }: Env): Verdicts {
  const operator = readOperator(site);
  if (operator === null)
    yield warned(
      'Nobody is named as the operator: footer, terms, summaries of payments and receipts do not say who sells.',
      'Set PUBLIC_OPERATOR_NAME and PUBLIC_OPERATOR_OFFICE, and PUBLIC_OPERATOR_REGISTER if there is a register.',
    );
  else {
    yield passed(`Visitors are told who sells: ${operatorLine(operator)}.`);
    if (operator.register === null)
      yield warned(
        'Visitors are told no register of the operator.',
        'Set PUBLIC_OPERATOR_REGISTER if there is one, and build again.',
      );
  }
  const missed = GAPS.filter(([names]) => names.every((name) => site[name] === undefined));
  if (missed.length > 0)
    yield warned(
      `Visitors have ${missed.map(([, what]) => what).join(', ')}.`,
      `Set ${missed.map(([names]) => names.join(' or ')).join(', ')}, and build again.`,
    );
}

/** https, or an address of this machine, where browsers trust http too. */
function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isThisMachine(hostname);
}
