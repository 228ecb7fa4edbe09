import type { Locale } from '#src/config/locales.ts';
import type { Dictionary, DictionaryKey, LaterTexts, UsedKey } from './dictionary.ts';
import { loadDictionary } from './load-dictionary.ts';

type Prefix =
  | 'site'
  | 'error'
  | 'wallet'
  | 'presale'
  | 'staking'
  | 'toast'
  | 'api'
  | 'pay'
  | 'payment'
  | 'track'
  | 'calendar'
  | 'claim'
  | 'claimFile'
  | 'dashboard'
  | 'airdrop'
  | 'voting'
  | 'news'
  | 'recount'
  | 'verify'
  | 'receipt'
  | 'config'
  | 'browser'
  | 'rehearsal'
  | 'tokenomics';

/** Texts of the wallet's windows: few visitors open one, so they load with the window and not with the page. */
type WindowKey = Extract<
  DictionaryKey,
  `wallet.${'ask' | 'choose' | 'bridge' | 'account' | 'desktop' | 'error'}.${string}`
>;
const WINDOW_KEY = /^wallet\.(?:ask|choose|bridge|account|desktop|error)\./;

/** The statement next to a signature: loaded only before we ask a wallet for one. */
const PROOF_KEY = 'wallet.proof.statement';

/** What the card says of an amount that misses something, and of a payment of this visitor: most see neither. */
const USED_KEY = /^presale\.(?:success\.|gas\.|minimum\.(?!effective$)|(?:fillSale|recordingLater|stillOpen)$)/;

/** The texts of one namespace, under their full keys. */
export type Texts<P extends Prefix> = Pick<
  Dictionary,
  Exclude<Extract<DictionaryKey, `${P}.${string}`>, WindowKey | typeof PROOF_KEY | UsedKey>
>;
/** The look-up of the dashboard, which a phone's window offers too. */
const LOOKUP_KEYS = ['dashboard.lookup', 'dashboard.lookup.go'] as const;
export type WindowTexts = Pick<Dictionary, WindowKey | (typeof LOOKUP_KEYS)[number]>;

/** Texts of the page of the claim and of the recount that are also said of an entry and its list. */
const LIST_KEYS = [
  ...([
    'claim.title',
    'claim.total',
    'claim.opens.over',
    'claim.writeTo',
    'claim.col.part',
    'claim.col.opens',
  ] as const),
  ...(['recount.stop', 'recount.failed', 'recount.broken'] as const),
] as const;
const LIST_KEY = /^(?:allocation|claim\.(?:state|kind))\./;
/** What is said of a list of the handover and its entries: it loads once the sale is over. */
export type ListTexts = Pick<
  Dictionary,
  Extract<DictionaryKey, `${'allocation' | 'claim.state' | 'claim.kind'}.${string}`> | (typeof LIST_KEYS)[number]
>;

/** Picks the texts that an island needs, by namespace, to be passed as a prop. */
export function namespaceOf<P extends Prefix>(locale: Locale, ...prefixes: readonly P[]): Texts<P> {
  return pick(
    locale,
    (key) =>
      prefixes.some((prefix) => key.startsWith(`${prefix}.`)) &&
      !WINDOW_KEY.test(key) &&
      !USED_KEY.test(key) &&
      key !== PROOF_KEY,
  ) as Texts<P>;
}

/** The texts that an island or a store loads on first use. */
export function laterTexts(locale: Locale): LaterTexts {
  const others = pick(locale, (key) => key === PROOF_KEY || USED_KEY.test(key));
  return { ...namespaceOf(locale, 'pay', 'payment', 'api'), ...others } as LaterTexts;
}

export function windowTexts(locale: Locale): WindowTexts {
  const lookup: readonly string[] = LOOKUP_KEYS;
  return pick(locale, (key) => WINDOW_KEY.test(key) || lookup.includes(key)) as WindowTexts;
}

export function listTexts(locale: Locale): ListTexts {
  const others: readonly string[] = LIST_KEYS;
  return pick(locale, (key) => LIST_KEY.test(key) || others.includes(key)) as ListTexts;
}

function pick(locale: Locale, isWanted: (key: string) => boolean): Partial<Dictionary> {
  return Object.fromEntries(Object.entries(loadDictionary(locale)).filter(([key]) => isWanted(key)));
}
