import type { Env } from '#src/server/platform/env/env.ts';
import { failed, type Verdicts, warned } from '#src/server/platform/util/finding.ts';
import { isThisMachine } from '#src/server/platform/util/is-this-machine.ts';

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
  if (env.WALLET_PROOF === 'off')
    yield failed(
      'WALLET_PROOF is off: anybody can act for any wallet.',
      'Remove it; the default asks for one signature per session.',
    );
}

/** https, or an address of this machine, where browsers trust http too. */
function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isThisMachine(hostname);
}
