import type { Locale } from '#src/config/locales.ts';
import type { ContentKind } from './source-file.ts';

/** A part of a document under a heading of the second level. */
export interface Section {
  readonly id: string;
  /** Plain text. */
  readonly title: string;
  readonly html: string;
}

/** A question and its answer; in the file, a section whose last line may be `→ [text](/path)`. */
export interface FaqItem {
  readonly id: string;
  /** Plain text. */
  readonly question: string;
  readonly html: string;
  /** The facts that the answer states, by their names. */
  readonly facts: readonly string[];
  readonly link: { readonly href: string; readonly text: string } | null;
}

/** A Markdown file as pages show it in one language. */
export interface ContentDocument {
  readonly kind: ContentKind;
  readonly name: string;
  /** The page's language. */
  readonly locale: Locale;
  /** The language of the text: English if no translation exists. */
  readonly language: Locale;
  readonly title: string;
  readonly description: string;
  /** ISO 8601 day, or empty. */
  readonly updated: string;
  /** The edition number, such as 1.0, or empty. */
  readonly version: string;
  readonly date: string;
  readonly place: string;
  /** The part before the first heading. */
  readonly lead: string;
  readonly sections: readonly Section[];
  /** The sections of an FAQ file as questions; empty for other files. */
  readonly items: readonly FaqItem[];
}
