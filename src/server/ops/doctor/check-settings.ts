import type { Env } from '#src/server/platform/env/env.ts';
import { type Finding, findingsOf } from '#src/server/platform/util/finding.ts';
import { isThisMachine } from '#src/server/platform/util/is-this-machine.ts';

const { passed, warned, failed } = findingsOf('settings');

/** Settings that are valid, and still not what an operator of real chains wants. */
export function checkSettings(env: Env): Finding[] {
  const findings: Finding[] = [];
  if (env.rehearsal)
    findings.push(
      failed('No real chains are set: this is a rehearsal with worthless coins.', 'Fill in the first part of .env.'),
    );
  if (env.NODE_ENV !== 'production')
    findings.push(warned(`NODE_ENV is ${env.NODE_ENV}.`, 'Set NODE_ENV=production for the server.'));
  if (env.PUBLIC_ORIGIN !== undefined && !isPrivate(env.PUBLIC_ORIGIN))
    findings.push(
      failed(
        'PUBLIC_ORIGIN is not https: browsers keep no secure cookie for it.',
        'Use the https address of the site.',
      ),
    );
  for (const { chainId, rpcUrls } of env.chains) {
    if (rpcUrls.length === 1)
      findings.push(
        warned(
          `RPC_URL_${chainId} names one source, whose word alone decides credits (RPC_QUORUM=1).`,
          'Name three sources of different providers.',
        ),
      );
    else if (rpcUrls.length === 2)
      findings.push(
        warned(
          `RPC_URL_${chainId} names two sources: while one is down, nothing is credited on this chain.`,
          'Name a third one.',
        ),
      );
    const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
    if (hosts.size < Math.min(2, rpcUrls.length))
      findings.push(
        warned(
          `All sources of RPC_URL_${chainId} are at ${[...hosts].join(', ')}: one provider agrees with itself.`,
          'Use a second provider.',
        ),
      );
  }
  if (env.SMTP_URL === undefined)
    findings.push(
      warned('SMTP_URL is not set: mails become files in DATA_DIRECTORY/outbox.', 'Set SMTP_URL and MAIL_FROM.'),
    );
  if (env.ALERT_EMAIL === undefined)
    findings.push(warned('ALERT_EMAIL is not set: alarms are sent to nobody.', 'Set it to an address people read.'));
  if (env.WALLET_PROOF === 'off')
    findings.push(
      failed(
        'WALLET_PROOF is off: anybody can act for any wallet.',
        'Remove it; the default asks for one signature per session.',
      ),
    );
  if (findings.length === 0) findings.push(passed('All settings are valid.'));
  return findings;
}

/** https, or an address of this machine, where browsers trust http too. */
function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isThisMachine(hostname);
}
