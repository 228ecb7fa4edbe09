import { join } from 'node:path';
import { z } from 'zod';
import { addressSetting } from '#src/chain/address-setting.ts';
import { CHAIN_IDS, type ChainId, chainSettings, ofChains } from '#src/config/chains.ts';
import { REHEARSAL_CLAIMS } from '#src/config/development-accounts.ts';
import { readDistributor } from '#src/config/distributor.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { MISSION_TERMS, type MissionLink } from '#src/config/missions.ts';
import { missingForServer, namesRealChains } from '#src/config/real-chains.ts';
import { siteSettings } from '#src/config/site-settings.ts';
import { TUNING } from '#src/config/tuning.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { databaseSettings, isShared, OF_DATABASE_URL } from '../database/settings.ts';
import { namesProxies } from './trusted-proxies.ts';

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const rpcList = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(5)
      .refine(allDiffer, 'names the same source twice, which always agrees with itself'),
  )
  .optional();
const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' }).optional();

function allDiffer(urls: readonly string[]): boolean {
  return new Set(urls.map((url) => new URL(url).href)).size === urls.length;
}

/** The addresses that missions open (decision 32). */
const missionLinks = Object.fromEntries(
  Object.values(MISSION_TERMS).flatMap((terms) =>
    'links' in terms ? terms.links.map((name) => [name, httpsUrl]) : [],
  ),
) as Record<MissionLink, typeof httpsUrl>;

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('localhost'),
  PORT: whole(0, 65_535).default(4321),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform(list)
    .pipe(z.array(z.url({ protocol: /^https?$/ })))
    .default([]),
  ...databaseSettings,
  ...ofChains('RPC_URL', rpcList),
  RPC_QUORUM: z.enum(['1']).optional(),
  PRESALE_ADDRESS: addressSetting.optional(),
  ...ofChains('PRESALE_START_BLOCK', whole(0, Number.MAX_SAFE_INTEGER).optional()),
  ...ofChains('FEED_HEARTBEAT', whole(1, 604_800).optional()),
  TREASURY_IGNORE_SENDERS: z
    .string()
    .transform(list)
    .pipe(z.array(z.string().regex(ADDRESS_PATTERN)))
    .default([]),
  WALLET_PROOF: z.enum(['off', 'sensitive', 'all']).default('sensitive'),
  DEBUG_PURCHASES: flag,
  STAKING_APY: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4})?$/, 'must be a percentage such as 25 or 7.77')
    .default('25'),
  CLAIM_CHAIN: whole(1, Number.MAX_SAFE_INTEGER).pipe(z.literal(CHAIN_IDS)).optional(),
  OBJECTION_DAYS: whole(1, 90).default(14),
  ALLOCATION_FOLDER: z.string().optional(),
  SUPPLY_TABLE: z.string().optional(),
  AUDIT_REPORT_HASH: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256: 64 hexadecimal digits')
    .optional(),
  ...missionLinks,
  TRUST_PROXY: z
    .string()
    .refine(namesProxies, 'must be a number of hops, address ranges separated by commas, or none')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must have the form smtps://user:password@mail.example.org' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or a name and an <address>')
    .default('SYNX <news@localhost>'),
  ALERT_EMAIL: z.email('must be an e-mail address').optional(),
  RECEIPT_SIGNING_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits, for example from: openssl rand -hex 32')
    .optional(),
  RECEIPT_REVOKED_KEYS: z
    .string()
    .transform(list)
    .pipe(z.array(z.string().regex(/^[0-9a-f]{16}$/, 'must be key ids: 16 hexadecimal digits each')))
    .default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  STAFF_DESK: z.enum(['on', 'off']).default('on'),
  METRICS_PORT: z
    .string()
    .refine(
      (text) => Number(/^(?:\S+:)?(\d+)$/.exec(text)?.[1]) <= 65_535,
      'must be a port such as 9464, or an address with one such as 0.0.0.0:9464',
    )
    .transform((text) => {
      const end = text.lastIndexOf(':');
      const host = end === -1 ? '127.0.0.1' : text.slice(0, end).replace(/^\[|\]$/g, '');
      return { host, port: Number(text.slice(end + 1)) };
    })
    .optional(),
  SERVE_SITE: z.enum(['on', 'off']).default('on'),
});

export const SETTINGS: readonly string[] = Object.keys(schema.shape);

export interface ChainEnv {
  readonly chainId: ChainId;
  readonly rpcUrls: readonly string[];
  /** How many sources must agree before we credit anything. */
  readonly quorum: number;
  readonly startBlock: bigint;
  /** Longest time between two rounds of the chain's price feed, in seconds. */
  readonly heartbeatSeconds: number;
}

type Settings = Omit<z.infer<typeof schema>, `RPC_URL_${number}` | `PRESALE_START_BLOCK_${number}`>;

export type Env = Settings & {
  /** Of the published lists. */
  readonly ALLOCATION_FOLDER: string;
} & {
  readonly [Name in keyof typeof TUNING]: number;
} & {
  /** True on local chains, where coins are worthless. */
  readonly rehearsal: boolean;
  readonly chains: readonly ChainEnv[];
  readonly presaleAddress: `0x${string}`;
  /** What a site must have been built with for this server to serve it. */
  readonly siteSettings: ReturnType<typeof siteSettings>;
  /** Where SYNX will be claimed; null on real chains without CLAIM_CHAIN: then nobody has decided. */
  readonly claimChain: ChainId | null;
  /** 10^-4 percent per year. */
  readonly stakingRate: bigint;
};

/** All problems of an environment at once, each naming its variable. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** What local chains provide in place of RPC_URL_* and PRESALE_ADDRESS. */
export interface LocalStack {
  readonly chains: readonly { readonly chainId: number; readonly rpcUrl: string }[];
  readonly presaleAddress: `0x${string}`;
}

/**
 * Reads the environment by schema; without RPC_URL_* it needs a local stack. Throws EnvironmentError with every problem
 * (all or none, decision 22; quorum, decision 3; debug never in production, decision 15).
 */
export function readEnv(source: NodeJS.ProcessEnv, local?: LocalStack): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? '?'}: ${issue.message}`);
  const real = namesRealChains(source);
  if (real) {
    const missing = missingForServer(given);
    if (missing.length > 0) problems.push(`real chains need all of their variables; missing: ${missing.join(', ')}`);
  } else if (local === undefined) {
    problems.push(`${chainSettings('RPC_URL').join(', ')}: not set, and no local chains were started`);
  }
  if (given['DEBUG_PURCHASES'] === '1' && (real || given['NODE_ENV'] === 'production')) {
    problems.push('DEBUG_PURCHASES: never with real chains or NODE_ENV=production');
  }
  for (const name of OF_DATABASE_URL) {
    if (given[name] !== undefined && !isShared(given)) problems.push(`${name}: is set, while DATABASE_URL is missing`);
  }
  if (given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined) {
    problems.push('MAIL_FROM: is missing, while SMTP_URL is set');
  }
  if (parsed.success && real) {
    if (parsed.data.RECEIPT_SIGNING_KEY === undefined && (isShared(given) || given['NODE_ENV'] === 'production'))
      problems.push(
        'RECEIPT_SIGNING_KEY: is missing; the key that signs receipts of real payments is set, kept, and the same for all instances',
      );
    for (const chainId of CHAIN_IDS) {
      if (parsed.data[`RPC_URL_${chainId}`]?.length === 1 && parsed.data.RPC_QUORUM !== '1') {
        problems.push(
          `RPC_URL_${chainId}: names only one source; name two or more, or set RPC_QUORUM=1 to accept that`,
        );
      }
    }
  }
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
  const values = parsed.data;
  const chains = CHAIN_IDS.map((chainId): ChainEnv => {
    const localUrl = local?.chains.find((chain) => chain.chainId === chainId)?.rpcUrl;
    const rpcUrls = values[`RPC_URL_${chainId}`] ?? (localUrl === undefined ? [] : [localUrl]);
    return {
      chainId,
      rpcUrls,
      quorum: Math.min(2, rpcUrls.length),
      startBlock: BigInt(values[`PRESALE_START_BLOCK_${chainId}`] ?? 0),
      heartbeatSeconds: values[`FEED_HEARTBEAT_${chainId}`] ?? FEEDS[chainId].heartbeatSeconds,
    };
  });
  return {
    ...values,
    ...TUNING,
    ALLOCATION_FOLDER: values.ALLOCATION_FOLDER ?? join(values.DATA_DIRECTORY, 'allocation'),
    rehearsal: !real,
    claimChain: values.CLAIM_CHAIN ?? (real ? null : (readDistributor(REHEARSAL_CLAIMS)?.chainId ?? null)),
    chains,
    presaleAddress: (values.PRESALE_ADDRESS ?? local?.presaleAddress ?? '0x') as `0x${string}`,
    siteSettings: siteSettings(given),
    stakingRate: toUnits(values.STAKING_APY, 4),
  };
}

/** Reads the environment for a command that uses the database but no chain. Throws EnvironmentError. */
export function readEnvWithoutChains(settings: NodeJS.ProcessEnv): Env {
  return readEnv(settings, namesRealChains(settings) ? undefined : NO_CHAINS);
}

const NO_CHAINS: LocalStack = { presaleAddress: '0x0000000000000000000000000000000000000000', chains: [] };
