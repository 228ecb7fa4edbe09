/** Elements whose text nobody reads, or translates: a contract's functions have their names in every language. */
const UNREAD = new Set(['script', 'style', 'template', 'code']);
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Attributes that are read, aloud or on a pointer. */
const READ = ['aria-label', 'alt', 'placeholder', 'title'];

/** Names, units and what Intl writes in English for a language that it does not know. */
const NAMES = new Set(
  [
    'Ether Tether Binance Coin World Liberty Financial TGE',
    'SYNX SynergyX Ethereum BSC BNB ETH POL MATIC USDC USDT USD BUSD Polygon Chain Smart Mainnet JSON CSV PDF RSS ics URL',
    'January February March April May June July August September October November December',
    'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec UTC year years month months day days hour hours minute minutes',
    'second seconds million billion thousand and',
  ].flatMap((line) => line.split(' ')),
);

/** An English word that is left in a page, with its text. */
export interface Found {
  readonly word: string;
  readonly text: string;
}

/** English words of a page in the pseudo-language, without the parts marked as another language or untranslatable. */
export function englishLeft(html: string, locale: string): readonly Found[] {
  return readTexts(html, locale).flatMap((text) => {
    const word = englishWord(text);
    return word === undefined ? [] : [{ word, text: text.trim().slice(0, 100) }];
  });
}

/** Addresses of mails and pages, hashes, colours, and the names of figures (`presale.phase1.price`). */
const NO_WORD = /\S+@\S+|https?:\S+|0x\S*|\S*[/_]\S*|#?\b[\da-f]{6,}\b|\w+(?:\.\w+)+/gi;

/** The first English word of a text: one with a plain vowel, since the pseudo-language has none. */
export function englishWord(text: string): string | undefined {
  const words = text.replace(NO_WORD, ' ').match(/\p{L}+/gu) ?? [];
  return words.find((word) => /^[a-z]{3,}$/i.test(word) && /[aeiou]/i.test(word) && !NAMES.has(word));
}

/** What a reader, a listener or a search engine gets of a page in its own language. */
function readTexts(html: string, locale: string): readonly string[] {
  const texts: string[] = [];
  const open: { readonly tag: string; readonly isOurs: boolean }[] = [];
  for (const [, closing, tag = '', attributes = '', text = ''] of html.matchAll(
    /<!(?:--.*?--|[^>]*)>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/gis,
  )) {
    const isOurs = open.at(-1)?.isOurs ?? true;
    if (tag === '') {
      if (isOurs) texts.push(text);
    } else if (closing === '/') {
      const at = open.findLastIndex((each) => each.tag === tag);
      if (at >= 0) open.length = at;
    } else {
      const own = langOf(attributes);
      const reads =
        !UNREAD.has(tag) &&
        (own === null ? isOurs : own === locale) &&
        attributeOf(attributes, 'translate')[0] !== 'no';
      if (reads) texts.push(...READ.flatMap((name) => attributeOf(attributes, name)), ...metaOf(tag, attributes));
      if (!VOID.test(tag) && !attributes.endsWith('/')) open.push({ tag, isOurs: reads });
    }
  }
  return texts.map((text) => text.replace(/&[#\w]+;/g, ' '));
}

function langOf(attributes: string): string | null {
  return attributeOf(attributes, 'lang')[0] ?? null;
}

function attributeOf(attributes: string, name: string): readonly string[] {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? [];
  return value === undefined ? [] : [value];
}

/** What a page says of itself to search engines and where it is shared. */
function metaOf(tag: string, attributes: string): readonly string[] {
  const isSaid = /(?:name|property)="(?:description|og:title|og:description|og:image:alt)"/.test(attributes);
  return tag === 'meta' && isSaid ? attributeOf(attributes, 'content') : [];
}
