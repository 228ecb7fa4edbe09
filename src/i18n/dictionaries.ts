import ar from '#content/i18n/ar.json' with { type: 'json' };
import de from '#content/i18n/de.json' with { type: 'json' };
import en from '#content/i18n/en.json' with { type: 'json' };
import es from '#content/i18n/es.json' with { type: 'json' };
import fr from '#content/i18n/fr.json' with { type: 'json' };
import hi from '#content/i18n/hi.json' with { type: 'json' };
import it from '#content/i18n/it.json' with { type: 'json' };
import ja from '#content/i18n/ja.json' with { type: 'json' };
import nl from '#content/i18n/nl.json' with { type: 'json' };
import pt from '#content/i18n/pt.json' with { type: 'json' };
import ru from '#content/i18n/ru.json' with { type: 'json' };
import zh from '#content/i18n/zh.json' with { type: 'json' };
import type { Locale } from '#src/config/locales.ts';

/** The files of content/i18n, unchecked; load-dictionary.ts checks them. */
export const DICTIONARIES: Readonly<Record<Locale, unknown>> = { ar, de, en, es, fr, hi, it, ja, nl, pt, ru, zh };
