import { chainSettings, ofChains } from '#src/config/chains.ts';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { TUNING } from '#src/config/tuning.ts';
import { SETTINGS } from './env.ts';

/** Settings that only the build or `npm run dev` reads. */
const OF_TOOLS = ['SOURCE_COMMIT', 'SOURCE_DATE_EPOCH', 'SYNX_LOCALES'] as const;

/** Every setting of every command. */
export const SETTING_NAMES: ReadonlySet<string> = new Set([...SETTINGS, ...SITE_SETTINGS, ...OF_TOOLS]);

/** Secret settings. NAME_FILE names a file that contains the value, as container platforms provide it. */
export const SECRET_SETTINGS = [
  ...chainSettings('RPC_URL'),
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'RECEIPT_SIGNING_KEY',
] as const;

/** The name of the setting that names a file with this secret. */
export const fileSetting = (name: (typeof SECRET_SETTINGS)[number]) => `${name}_FILE` as const;

const FILE_SETTINGS: ReadonlySet<string> = new Set(SECRET_SETTINGS.map(fileSetting));
/** Read by Node.js and by the reader of settings itself. */
const ALSO_READ: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'SYNX_ENV_FILE']);

/** Names in `.env` that no command reads, each in a sentence that says what to do. */
export function unknownInFile(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const isKnown = SETTING_NAMES.has(name) || FILE_SETTINGS.has(name) || ALSO_READ.has(name);
    if (isKnown || Object.hasOwn(SET_BY_STAFF, name) || ignoredSettings([name]).length > 0) return [];
    const plain = name.replace(/_FILE$/, '');
    return SETTING_NAMES.has(plain)
      ? `${name}: only secrets are read from files (${[...FILE_SETTINGS].join(', ')}); set ${plain} itself`
      : `${name}: no command has such a setting; .env.example has all names`;
  });
}

/** Settings of earlier versions that staff now set while the server runs. */
const SET_BY_STAFF: Readonly<Record<string, string>> = {
  SWITCHED_OFF_TOKENS: 'switched-off-tokens',
  SOCIAL_SHARE_PENDING_MESSAGE: 'social-share-message',
};

/** Settings of earlier versions whose value now follows from something else. */
const DERIVED: Readonly<Record<string, string>> = {
  COOKIE_SAMESITE: 'the cookie follows ALLOWED_ORIGINS',
  METRICS_HOST: 'METRICS_PORT can name an address with the port, such as 0.0.0.0:9464',
  API_ORIGIN: 'npm run dev calls http://localhost:4322',
  ...ofChains('PUBLIC_RPC_URL', 'the public nodes are those of src/config/public-rpc.ts'),
};

/** Settings of earlier versions that a command must not ignore, each in a sentence that says what to do. */
export function formerSettings(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const key = SET_BY_STAFF[name];
    return key === undefined
      ? []
      : `${name}: is no setting any more. Remove it; a manager sets it: npm run staff -- set-setting --as NAME --key ${key} --value VALUE --reason REASON`;
  });
}

/** Settings of earlier versions that have no effect any more, each in a sentence. */
export function ignoredSettings(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const why = Object.hasOwn(TUNING, name)
      ? `it is ${TUNING[name as keyof typeof TUNING]} in every deployment`
      : DERIVED[name];
    return why === undefined ? [] : `${name} is no setting any more and has no effect: ${why}. Remove it.`;
  });
}
