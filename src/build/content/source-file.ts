import type { Locale } from '#src/config/locales.ts';

/** The folders of content/ that hold Markdown. */
export const CONTENT_KINDS = ['faq', 'pages', 'legal', 'press'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** One Markdown file: content/<kind>/<locale>/<name>.md. */
export interface SourceFile {
  readonly kind: ContentKind;
  readonly locale: Locale;
  readonly name: string;
  /** Path below the project, with forward slashes. */
  readonly file: string;
  readonly text: string;
}
