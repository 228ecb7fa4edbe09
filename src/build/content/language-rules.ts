import type { Locale } from '#src/config/locales.ts';
import { SIGNED_TEXT } from './glossary.ts';

/** A fault that a pattern finds in the prose of a text, where facts and placeholders are `\u0001`. */
export interface LanguageRule {
  readonly fault: RegExp;
  /** What the writer is told after the words that were found. */
  readonly say: string;
  /** The text may say it if its English original says this. */
  readonly unless?: RegExp;
  /** Ends of the file names and keys that may say it. */
  readonly except?: readonly string[];
}

const NO_BREAK = 'a plain space where a no-break one belongs';
const NO_SPACE = 'a space that does not belong there';

/** A word of a script with cases, alone: `\b` knows only the letters of English. */
function word(alternatives: string, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])`, flags);
}

/** Two digits or more, or one with a sign; not those of a list, of an edition (in bold) or of a name such as USD1. */
const FIGURE =
  /(?<![\p{Script=Latin}\p{N}.,-])(?!(?<=^|\| |[«“])\d+\. )(?:[$€][ \u00a0]?\d|\d(?:[.,'\u00a0\u202f]?\d)+|\d[ \u00a0\u202f]?[%$€])(?![^*\n]{0,6}\*\*|\p{Script=Latin})/mu;

const EVERYWHERE: readonly LanguageRule[] = [
  { fault: /[\p{N}\p{Cc}] [%$€]|\$ (?=[\p{N}\p{Cc}])/u, say: NO_BREAK },
  {
    fault: FIGURE,
    say: 'a figure typed by hand: write {{fact:…}}',
    unless: /\b(?:ten|eleven|twelve|hundred)\b/i,
    // A stablecoin is one dollar by definition; a hash has its form.
    except: ['pay.basis.stable', 'api.invalid_transaction_hash'],
  },
];

/** Marks that follow their word at once. */
const TIGHT: LanguageRule = { fault: / [?!;:](?=\s|$)/, say: NO_SPACE };

const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const FULL_WIDTH: readonly LanguageRule[] = [
  { fault: new RegExp(`${CJK} ?[,.:;!?()] ?(?=${CJK})`, 'u'), say: 'a half-width mark' },
  { fault: /\p{L} [，、。！？：；]|[，、。！？：；] (?=[\p{L}\p{N}])/u, say: NO_SPACE },
];

/** The beginnings of sentences that ask a Spanish reader formally. */
const FORMAL_SPANISH = [
  ...['Vuelva', 'Pulse', 'Haga', 'Introduzca', 'Seleccione', 'Espere', 'Compruebe', 'Recargue', 'Inténtelo', 'Conecte'],
  ...['Confirme', 'Elija', 'Escriba', 'Abra', 'Revise', 'Cambie'],
].join('|');

const OWN: Readonly<Partial<Record<Locale, readonly LanguageRule[]>>> = {
  en: [
    TIGHT,
    {
      fault: /\bstated\b/i,
      say: 'write planned, published or announced',
      // Where the basis of a figure is the subject, and in sentences kept word for word.
      except: [
        ...['pages/en/config.md', 'pages/en/blackpaper.md', 'config.basis.stated', 'config.changes.facts'],
        // The pool in percent of the supply and the pace per block, of which there are two figures.
        ...['faq/en/staking.md', 'pages/en/staking.md'],
        ...['landing.token.stakingNote'],
      ],
    },
  ],
  ar: [
    { fault: / [؟!؛،:](?=\s|$)/, say: NO_SPACE },
    { fault: /\p{Script=Arabic} ?[?,;]/u, say: 'a Latin mark: write ؟ ، ؛' },
  ],
  de: [TIGHT, { fault: word('du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?'), say: 'the reader is “Sie”' }],
  es: [
    TIGHT,
    { fault: /(?:^|[.\n])[^¿.\n]*\?/, say: 'a question without ¿' },
    { fault: /(?:^|[.\n])[^¡.\n]*!(?!\[)/, say: 'an exclamation without ¡' },
    { fault: word('wallets?'), say: 'write “billetera”', except: [SIGNED_TEXT] },
    { fault: word('usted(?:es)?|su billetera|su navegador|por su cuenta'), say: 'the reader is “tú”' },
    { fault: new RegExp(String.raw`(?:^|[.:;] |\n)(?:${FORMAL_SPANISH})(?!\p{L})`, 'u'), say: 'the reader is “tú”' },
  ],
  fr: [
    { fault: / [:;!?»]|« /, say: NO_BREAK },
    { fault: word('wallets?'), say: 'write “portefeuille”', except: [SIGNED_TEXT] },
    { fault: word('tu|toi|te|tes|ta'), say: 'the reader is “vous”' },
  ],
  hi: [
    { fault: / [?!;:।](?=\s|$)/, say: NO_SPACE },
    { fault: /\p{Script=Devanagari}\.(?=\s|$)/u, say: 'a full stop: write ।' },
    { fault: word('तुम|तुम्हें|तुम्हार[ाीे]|तू|तेर[ाीे]', 'u'), say: 'the reader is “आप”' },
  ],
  it: [TIGHT, { fault: word('lei|la preghiamo|il suo wallet'), say: 'the reader is “tu”' }],
  ja: FULL_WIDTH,
  nl: [TIGHT, { fault: word('u|uw|uzelf'), say: 'the reader is “je”' }],
  pt: [
    TIGHT,
    { fault: word('wallets?'), say: 'write “carteira”', except: [SIGNED_TEXT] },
    { fault: word('tu|teus?|tuas?|contigo'), say: 'the reader is “você”' },
    { fault: word('telemóvel|ecrã|ficheiros?|utilizador(?:es)?'), say: 'a word of Portugal' },
  ],
  ru: [
    TIGHT,
    { fault: /[\p{L}»)] – /u, say: 'a short dash: write —' },
    { fault: word('ты|тебя|тебе|тобой|твой|твоя|тво[ёеи]|твоего'), say: 'the reader is “вы”' },
  ],
  zh: [...FULL_WIDTH, { fault: /你(?!们)/, say: 'the reader is 您' }],
};

/** The rules of a language that a pattern can hold, besides its glossary. */
export function rulesOf(locale: Locale): readonly LanguageRule[] {
  return [...EVERYWHERE, ...(OWN[locale] ?? [])];
}
