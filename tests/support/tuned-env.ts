import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { TUNING } from '#src/config/tuning.ts';
import { type Env, type LocalStack, readEnv } from '#src/server/platform/env/env.ts';

/** More than any test does. */
const UNLIMITED = 1_000_000;

/** The constants of a test that is not about them: no limits, and no answer to a busy machine. */
export const WIDE_LIMITS = {
  RATE_LIMIT_READS: UNLIMITED,
  RATE_LIMIT_WRITES: UNLIMITED,
  RATE_LIMIT_WALLET: UNLIMITED,
  RATE_LIMIT_PURCHASES: UNLIMITED,
  RATE_LIMIT_MISSIONS: UNLIMITED,
  CHAIN_CALLS_A_MINUTE: UNLIMITED,
  MAX_LAG_MS: 0,
} as const;

/** Local chains that nobody can read: tests give the server other sources. */
export const NO_CHAINS: LocalStack = {
  presaleAddress: DEVELOPMENT_PRESALE_ADDRESS,
  chains: CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl: 'http://127.0.0.1:1' })),
};

/** Reads an environment that may also name constants of src/config/tuning.ts; an empty value is the constant itself. */
export function tunedEnv(given: Readonly<Record<string, string | number | undefined>>, local?: LocalStack): Env {
  const settings: NodeJS.ProcessEnv = {};
  const tuning: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(TUNING, name)) settings[name] = value === undefined ? undefined : String(value);
    else if (value !== undefined && value !== '') tuning[name] = Number(value);
  }
  return { ...readEnv(settings, local), ...tuning };
}
