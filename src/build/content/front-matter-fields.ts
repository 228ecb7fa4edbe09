import { z } from 'zod';
import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import type { FrontMatter } from './front-matter.ts';
import type { Problem } from './problem.ts';
import type { ContentKind, SourceFile } from './source-file.ts';

const text = z.string('is missing').min(1, 'is empty');
const day = z.string('is missing').regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-03-01');
const title = { title: text };
const described = { ...title, description: text.max(160, 'is longer than 160 characters') };

const SHAPES = {
  faq: title,
  pages: described,
  legal: { ...described, updated: day, reviewedBy: z.string('is missing') },
  press: { ...described, date: day, place: text },
} satisfies Record<ContentKind, z.ZodRawShape>;

/** The page that is a document with editions; only the English file states their fields. */
const EDITION = { version: z.string('is missing').regex(/^\d+\.\d+$/, 'must be a number such as 1.0'), updated: day };

/** First 12 hexadecimal digits of the SHA-256 of the English file that a translation was made from. */
const source = z.string().regex(/^[0-9a-f]{12}$/, 'must be 12 hexadecimal digits; `npm run i18n -- --stamp` writes it');

const EMPTY = { title: '', description: '', updated: '', version: '', reviewedBy: '', date: '', place: '', source: '' };

/** The checked fields of a file; fields that its kind does not have are empty. */
export interface Fields {
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly version: string;
  readonly reviewedBy: string;
  readonly date: string;
  readonly place: string;
  readonly source: string;
}

/** Checks a file's front matter by kind; English has no `source`. */
export function checkFields(
  { kind, locale, name, file }: SourceFile,
  { fields }: FrontMatter,
): { fields: Fields; problems: readonly Problem[] } {
  const shape = z.strictObject({
    ...SHAPES[kind],
    ...(locale === DEFAULT_LOCALE ? {} : { source: source.optional() }),
    ...(locale === DEFAULT_LOCALE && kind === 'pages' && name === 'blackpaper' ? EDITION : {}),
  });
  const given = Object.fromEntries(Array.from(fields, ([name, { value }]) => [name, value]));
  // For a schema used only once, compiling takes longer than interpreting.
  const parsed = shape.safeParse(given, { jitless: true });
  const { date } = given;
  const problems: Problem[] = (parsed.success ? [] : parsed.error.issues).flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
    const message = issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message;
    return names.map((name) => ({ file, line: fields.get(name)?.line ?? 1, message: `${name}: ${message}` }));
  });
  if (kind === 'press' && date !== undefined && day.safeParse(date).success && !name.startsWith(`${date}-`)) {
    const message = `date: ${date} is not the day at the beginning of the file's name`;
    problems.push({ file, line: fields.get('date')?.line ?? 1, message });
  }
  return { fields: { ...EMPTY, ...given }, problems };
}
