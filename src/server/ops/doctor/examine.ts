import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { saleNetwork } from '#src/server/money/sale/initialise-sale.ts';
import { checkDatabase } from '#src/server/platform/database/check-database.ts';
import { type Env, EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';
import { collect, failed, passed, reasonOf, type Verdict, type Verdicts } from '#src/server/platform/util/finding.ts';
import { checkBackup } from './check-backup.ts';
import { checkClaims } from './check-claims.ts';
import { checkFeedAndTokens, checkPresaleAddress } from './check-contracts.ts';
import { checkMail } from './check-mail.ts';
import { checkOrigin } from './check-origin.ts';
import { buildName, checkRelease } from './check-release.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';

/** For each check, whatever it asks. Three sources that take five seconds for each answer need 40 seconds. */
const CHECK_WITHIN_MS = 120_000;

export interface Examination {
  /** Reads the settings; throws EnvironmentError for names that are unknown and files that cannot be read. */
  readonly readSettings: () => NodeJS.ProcessEnv;
  /** The folder of the built site. */
  readonly siteDirectory: string;
  /** A reader for a message by the mail server. */
  readonly mailTo?: string | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** Milliseconds for each check. */
  readonly withinMs?: number;
}

export interface Finding extends Verdict {
  readonly area: string;
}

/** A check does nothing before its first verdict is asked for. */
interface Check {
  readonly area: string;
  readonly verdicts: Verdicts;
  /** The first verdict if nothing is warned of or failed. */
  readonly sound?: string;
}

function checksOf(env: Env, { siteDirectory, mailTo, now }: Examination): readonly Check[] {
  const { chains, presaleAddress, PUBLIC_ORIGIN } = env;
  return [
    { area: 'settings', verdicts: checkSettings(env), sound: 'All settings are valid.' },
    ...chains.map((chain) => ({
      area: `chain ${chain.chainId}`,
      verdicts: checkSources(chain, presaleAddress, now),
      sound: `${chain.rpcUrls.length} sources serve all that is asked of them.`,
    })),
    ...chains.map((chain) => ({
      area: 'contracts',
      verdicts: checkFeedAndTokens(chain, now),
      sound: `Tokens and price feed of chain ${chain.chainId} are the right ones.`,
    })),
    { area: 'contracts', verdicts: checkPresaleAddress(env) },
    { area: 'claims', verdicts: checkClaims(env, now) },
    { area: 'database', verdicts: checkDatabase(env, saleNetwork(env)) },
    { area: 'backup', verdicts: checkBackup(env, now) },
    { area: 'mail', verdicts: checkMail(env, mailTo, now) },
    { area: 'release', verdicts: checkRelease(env, siteDirectory) },
    {
      area: 'public site',
      verdicts: checkOrigin(env, buildName(siteDirectory)),
      sound: `${PUBLIC_ORIGIN} serves site and API as it should.`,
    },
  ];
}

/** Examines a configured deployment and changes nothing. A check that fails, or does not end in time, is a finding. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const { readSettings, withinMs = CHECK_WITHIN_MS } = examination;
  let env: Env;
  try {
    env = readEnv(readSettings());
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems.map((problem) => ({ area: 'settings', ...failed(problem, 'See .env.example.') }));
  }
  const found = await Promise.all(
    checksOf(env, examination).map(async ({ area, verdicts, sound }) => {
      const all = await withDeadline(collect(verdicts), withinMs).catch((error: unknown) => [
        failed(`This could not be checked: ${reasonOf(error)}`, 'Run it again.'),
      ]);
      const isSound = sound !== undefined && all.every(({ result }) => result === 'passed');
      const said = isSound ? [passed(sound), ...all] : all;
      return said.map((verdict) => ({ area, ...verdict }));
    }),
  );
  return found.flat();
}
