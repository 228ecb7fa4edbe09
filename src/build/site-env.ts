import { z } from 'zod';
import { DEFAULT_RELAY_URL } from '#src/config/public-env.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/dev/accounts.ts';

/** What makes a build one for real chains: all of these, or none for a rehearsal on local chains. */
const REAL = ['RPC_URL_1', 'RPC_URL_56', 'RPC_URL_137', 'PRESALE_ADDRESS', 'PUBLIC_ORIGIN'] as const;
const LOCAL_ORIGIN = 'http://localhost:4321';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits');
const origin = z.url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://example.org' });
const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an https address' }).optional();
const schema = z.object({
  PRESALE_ADDRESS: address.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  PUBLIC_SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  PUBLIC_SECURITY_CONTACT: z
    .url({ protocol: /^(?:https|mailto)$/, error: 'must be a mailto: or https: address' })
    .optional(),
  PUBLIC_SERVICE_WORKER: z.literal('off', 'must be off, or left out').optional(),
  PUBLIC_REOWN_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal digits of a project at Reown')
    .optional(),
  PUBLIC_REOWN_RELAY_URL: z.url({ protocol: /^wss?$/, error: 'must be a ws(s) address' }).optional(),
  PUBLIC_COMMUNITY_URL: httpsAddress,
  PUBLIC_X_URL: httpsAddress,
  PUBLIC_CHANNEL_URL: httpsAddress,
  PUBLIC_YOUTUBE_URL: httpsAddress,
  PUBLIC_RPC_URL_1: httpsAddress,
  PUBLIC_RPC_URL_56: httpsAddress,
  PUBLIC_RPC_URL_137: httpsAddress,
  PUBLIC_GIVEAWAY_URL: httpsAddress,
});

export interface SiteEnv {
  /** True without RPC_URL_*: local chains, and the rehearsal wallet is part of the build. */
  readonly rehearsal: boolean;
  readonly presaleAddress: string;
  readonly origin: string;
  readonly giveawayUrl: string | undefined;
  /** What the wallet bridge talks to; null without a project, and then there is no bridge. */
  readonly bridge: { readonly relayUrl: string } | null;
  /** Where weaknesses are reported: a mailto: or https: address. */
  readonly securityContact: string | undefined;
  /** True in an emergency: the site takes its service worker away from every browser. */
  readonly withoutWorker: boolean;
}

/** Reads what the build needs from the environment; throws one Error that lists every problem. */
export function readSiteEnv(env: Readonly<Record<string, string | undefined>>): SiteEnv {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const real = REAL.filter((name) => given[name] !== undefined);
  const rehearsal = !real.some((name) => name.startsWith('RPC_URL_')) && given.PRESALE_ADDRESS === undefined;
  const missing = rehearsal ? [] : REAL.filter((name) => given[name] === undefined);
  const parsed = schema.safeParse(given);
  const problems = [
    ...missing.map((name) => `${name}: is missing, while ${real.join(', ')} is set; set all or none`),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  ];
  if (problems.length > 0 || !parsed.success) throw new Error(`The environment is not right:\n${problems.join('\n')}`);
  const supportEmail = parsed.data.PUBLIC_SUPPORT_EMAIL;
  return {
    rehearsal,
    presaleAddress: parsed.data.PRESALE_ADDRESS ?? DEVELOPMENT_PRESALE_ADDRESS,
    origin: parsed.data.PUBLIC_ORIGIN ?? LOCAL_ORIGIN,
    bridge: parsed.data.PUBLIC_REOWN_PROJECT_ID
      ? { relayUrl: parsed.data.PUBLIC_REOWN_RELAY_URL ?? DEFAULT_RELAY_URL }
      : null,
    giveawayUrl: parsed.data.PUBLIC_GIVEAWAY_URL,
    securityContact:
      parsed.data.PUBLIC_SECURITY_CONTACT ?? (supportEmail === undefined ? undefined : `mailto:${supportEmail}`),
    withoutWorker: parsed.data.PUBLIC_SERVICE_WORKER === 'off',
  };
}
