import { z } from 'zod';
import supplyTable from '#content/supply.json' with { type: 'json' };
import { addressSetting } from '#src/chain/address-setting.ts';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS, REHEARSAL_CLAIMS } from '#src/config/development-accounts.ts';
import { readDistributor } from '#src/config/distributor.ts';
import { DEFAULT_RELAY_URL } from '#src/config/public-env.ts';
import { missingForBuild, namesRealChains, type Settings } from '#src/config/real-chains.ts';
import { type SiteSetting, siteSettings } from '#src/config/site-settings.ts';
import { supplyTableOf } from '#src/contract/supply-table.ts';

/** The origin of a build without PUBLIC_ORIGIN. */
export const LOCAL_ORIGIN = 'http://localhost:4321';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://example.org' })
  .transform((url) => new URL(url).origin);
const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an https address' }).optional();
const line = z
  .string()
  .regex(/^[^\n\r<>]{2,200}$/, 'must be one line of 2 to 200 characters, without < and >')
  .optional();
function areMirrors(value: string): boolean {
  return value.split(' ').every((one) => URL.canParse(one) && new URL(one).href === one && /^https:.*\/$/.test(one));
}

const compiledIn = {
  PRESALE_ADDRESS: addressSetting.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  PUBLIC_SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  PUBLIC_OPERATOR_NAME: line,
  PUBLIC_OPERATOR_OFFICE: line,
  PUBLIC_OPERATOR_REGISTER: line,
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
  PUBLIC_GIVEAWAY_URL: httpsAddress,
  PUBLIC_CLAIMS: z
    .string()
    .refine((value) => readDistributor(value) !== null, 'must be chainId:claims:token with two addresses')
    .optional(),
  PUBLIC_CLAIMS_AUDIT: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, 'must be 0x and the SHA-256 of the report')
    .optional(),
  PUBLIC_LIST_MIRRORS: z
    .string()
    .refine(areMirrors, 'must be https addresses that end in /, separated by one space')
    .optional(),
} satisfies Record<SiteSetting, z.ZodType>;

const epochSeconds = z.string().regex(/^[1-9]\d{0,10}$/, 'must be seconds since 1970');
// Which source, of which time, and how much of it; read where used.
const ofSource = {
  SOURCE_COMMIT: z.string().optional(),
  SOURCE_DATE_EPOCH: epochSeconds.optional(),
  SYNX_LOCALES: z.string().optional(),
};
const schema = z.object({ ...compiledIn, ...ofSource });

/** Every variable that a build depends on, except NODE_ENV. */
export const BUILD_SETTINGS: readonly string[] = Object.keys(schema.shape);

export interface SiteEnv {
  /** True if nothing names real chains: the build is for local chains and contains the rehearsal wallet. */
  readonly rehearsal: boolean;
  readonly presaleAddress: string;
  /** `chainId:claims:token`, where tokens are claimed; empty in a build without a claim. */
  readonly claims: string;
  readonly origin: string;
  readonly giveawayUrl: string | undefined;
  /** The relay of the wallet bridge; null without a project, and then there is no bridge. */
  readonly bridge: { readonly relayUrl: string } | null;
  /** Where vulnerabilities are reported: a mailto: or https: address. */
  readonly securityContact: string | undefined;
  /** True in an emergency: the site removes its service worker from every browser. */
  readonly withoutWorker: boolean;
  /** All values compiled in, as they were set. */
  readonly settings: ReturnType<typeof siteSettings>;
}

/** The build's settings; any of real chains demands all that such a build needs. Throws one Error with all problems. */
export function readSiteEnv(env: Settings, supply: unknown = supplyTable): SiteEnv {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const rehearsal = !namesRealChains(given);
  const parsed = schema.safeParse(given);
  const problems = [
    ...(rehearsal ? [] : missingForBuild(given)).map(
      (name) => `${name}: is missing, while others of real chains are set; set all of them, or none for a rehearsal`,
    ),
    ...missingOfOperator(given),
    ...(rehearsal ? [] : missingOfClaims(given, supply)),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  ];
  if (problems.length > 0 || !parsed.success) throw new Error(`The environment is invalid:\n${problems.join('\n')}`);
  const supportEmail = parsed.data.PUBLIC_SUPPORT_EMAIL;
  return {
    rehearsal,
    presaleAddress: parsed.data.PRESALE_ADDRESS ?? DEVELOPMENT_PRESALE_ADDRESS,
    claims: parsed.data.PUBLIC_CLAIMS ?? (rehearsal ? REHEARSAL_CLAIMS : ''),
    origin: parsed.data.PUBLIC_ORIGIN ?? LOCAL_ORIGIN,
    bridge: parsed.data.PUBLIC_REOWN_PROJECT_ID
      ? { relayUrl: parsed.data.PUBLIC_REOWN_RELAY_URL ?? DEFAULT_RELAY_URL }
      : null,
    giveawayUrl: parsed.data.PUBLIC_GIVEAWAY_URL,
    securityContact:
      parsed.data.PUBLIC_SECURITY_CONTACT ?? (supportEmail === undefined ? undefined : `mailto:${supportEmail}`),
    withoutWorker: parsed.data.PUBLIC_SERVICE_WORKER === 'off',
    settings: siteSettings(given),
  };
}

/** What a supply table lacks; null if it is complete. */
function supplyProblem(supply: unknown): string | null {
  try {
    supplyTableOf(JSON.stringify(supply));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A claim cannot be taken back, so none is offered on real chains without an audit and a purpose for every token. */
function missingOfClaims(given: Settings, supply: unknown): readonly string[] {
  if (given.PUBLIC_CLAIMS === undefined) return [];
  const problem = supplyProblem(supply);
  return [
    ...(given.PUBLIC_CLAIMS_AUDIT === undefined ? ['PUBLIC_CLAIMS_AUDIT: is missing, while PUBLIC_CLAIMS is set'] : []),
    ...(problem === null ? [] : [`PUBLIC_CLAIMS: needs a complete content/supply.json: ${problem}`]),
  ];
}

/** An operator is named with an office, or not at all. */
function missingOfOperator(given: Settings): readonly string[] {
  const { PUBLIC_OPERATOR_NAME: name, PUBLIC_OPERATOR_OFFICE: office, PUBLIC_OPERATOR_REGISTER: register } = given;
  if (name === undefined && office === undefined && register === undefined) return [];
  return [
    ...(name === undefined ? ['PUBLIC_OPERATOR_NAME: is missing, while other settings of the operator are set'] : []),
    ...(office === undefined
      ? ['PUBLIC_OPERATOR_OFFICE: is missing: an operator is named with a registered office']
      : []),
  ];
}

/** Variables that the build sets for pages and islands, which read them as import.meta.env. */
export const DERIVED_VARIABLES = [
  'PUBLIC_CLAIMS',
  'PUBLIC_PRESALE_ADDRESS',
  'PUBLIC_REHEARSAL',
  'PUBLIC_SOURCE_COMMIT',
  'PUBLIC_SOURCE_TIME',
] as const;

/** The commit being built (null outside a repository), and the time that the build uses as the present. */
export interface Source {
  readonly commit: string | null;
  readonly time: Date;
}

export function derivedVariables(
  { presaleAddress, claims, rehearsal }: SiteEnv,
  { commit, time }: Source,
): Record<(typeof DERIVED_VARIABLES)[number], string> {
  return {
    PUBLIC_CLAIMS: claims,
    PUBLIC_PRESALE_ADDRESS: presaleAddress,
    PUBLIC_REHEARSAL: rehearsal ? '1' : '',
    PUBLIC_SOURCE_COMMIT: commit ?? '',
    PUBLIC_SOURCE_TIME: time.toISOString(),
  };
}

/** The settings that build.json names; public like the build itself. */
export function describeSite({ rehearsal, presaleAddress, settings }: SiteEnv) {
  return { rehearsal, presaleAddress, chainIds: CHAIN_IDS, settings };
}
