import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { saleNetwork } from '#src/server/money/sale/initialise-sale.ts';
import { checkDatabase } from '#src/server/platform/database/check-database.ts';
import { type Env, EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';
import { type Finding, findingsOf, reasonOf } from '#src/server/platform/util/finding.ts';
import { checkBackup } from './check-backup.ts';
import { checkAllContracts } from './check-contracts.ts';
import { checkMail } from './check-mail.ts';
import { checkOrigin } from './check-origin.ts';
import { buildName, checkRelease } from './check-release.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';

/**
 * For each area, in milliseconds, whatever it asks and however often: what is answered by a byte now and then keeps to
 * every limit of silence. Three sources that take five seconds for each answer need 40 seconds.
 */
const AREA_WITHIN_MS = 120_000;

export interface Examination {
  /** Reads the settings; throws EnvironmentError for names that are unknown and files that cannot be read. */
  readonly readSettings: () => NodeJS.ProcessEnv;
  /** The folder of the built site. */
  readonly siteDirectory: string;
  /** A reader for a message by the mail server. */
  readonly mailTo?: string | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** Milliseconds for each area. */
  readonly withinMs?: number;
}

/**
 * Examines a configured deployment: its settings, and everything they name. Nothing is changed, except that a message
 * is sent if asked for. A check that fails unexpectedly, or does not end in time, is a finding like any other; the
 * connection for which it waits may still be open then.
 */
export async function examine({
  readSettings,
  siteDirectory,
  mailTo,
  now,
  withinMs = AREA_WITHIN_MS,
}: Examination): Promise<readonly Finding[]> {
  let env: Env;
  try {
    env = readEnv(readSettings());
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems.map((problem) => settings.failed(problem, 'See .env.example.'));
  }
  const parts: readonly (readonly [area: string, check: () => Promise<Finding[]> | Finding[]])[] = [
    ['settings', () => checkSettings(env)],
    ...env.chains.map(
      (chain) => [`chain ${chain.chainId}`, () => checkSources(chain, env.presaleAddress, now)] as const,
    ),
    ['contracts', () => checkAllContracts(env, now)],
    ['database', () => checkDatabase(env, saleNetwork(env))],
    ['backup', () => checkBackup(env, now)],
    ['mail', () => checkMail(env, mailTo, now)],
    ['release', () => checkRelease(env, siteDirectory)],
    ['public site', () => checkOrigin(env, buildName(siteDirectory))],
  ];
  const found = await Promise.all(
    parts.map(async ([area, check]) => {
      try {
        return await withDeadline(Promise.resolve(check()), withinMs);
      } catch (error) {
        return [findingsOf(area).failed(`This could not be checked: ${reasonOf(error)}`, 'Run it again.')];
      }
    }),
  );
  return found.flat();
}

const settings = findingsOf('settings');
