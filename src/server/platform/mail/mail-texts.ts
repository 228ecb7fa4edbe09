import { z } from 'zod';
import ar from '#content/mail/ar.json' with { type: 'json' };
import de from '#content/mail/de.json' with { type: 'json' };
import en from '#content/mail/en.json' with { type: 'json' };
import es from '#content/mail/es.json' with { type: 'json' };
import fr from '#content/mail/fr.json' with { type: 'json' };
import hi from '#content/mail/hi.json' with { type: 'json' };
import it from '#content/mail/it.json' with { type: 'json' };
import ja from '#content/mail/ja.json' with { type: 'json' };
import nl from '#content/mail/nl.json' with { type: 'json' };
import pt from '#content/mail/pt.json' with { type: 'json' };
import ru from '#content/mail/ru.json' with { type: 'json' };
import zh from '#content/mail/zh.json' with { type: 'json' };
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';

export type MailTexts = Readonly<Record<keyof typeof en, string>>;

const schema = z.strictObject(
  Object.fromEntries(
    Object.entries(en).map(([key, english]) => [
      key,
      z
        .string()
        .trim()
        .min(1)
        .refine((text) => placeholders(text) === placeholders(english), `must contain ${placeholders(english)}`),
    ]),
  ),
);

/** The texts of mails and of the small pages behind their links, in every language. */
export const MAIL_TEXTS: Readonly<Record<Locale, MailTexts>> = checkMailTexts({
  ...{ ar, de, en, es, fr, hi, it, ja, nl, pt, ru, zh },
});

/** Parses the files of content/mail by locale; throws one Error that names the file and key of every fault. */
export function checkMailTexts(files: Readonly<Record<string, unknown>>): Readonly<Record<Locale, MailTexts>> {
  const problems = LOCALE_CODES.flatMap((locale) => {
    const parsed = schema.safeParse(files[locale]);
    return parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `content/mail/${locale}.json: ${path.join('.')}: ${message}`);
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return files as Record<Locale, MailTexts>;
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)]
    .map(([name]) => name)
    .sort()
    .join(' ');
}
