import { defineCollection } from 'astro:content';
import { z } from 'zod';
import { blackpaperLoader } from '#src/build/blackpaper/blackpaper-loader.ts';
import { contentLoader } from '#src/build/content/content-loader.ts';
import type { ContentKind } from '#src/build/content/source-file.ts';
import { LOCALE_CODES } from '#src/config/locales.ts';

// The loader has checked the files; this only names the type that pages get.
const locale = z.enum(LOCALE_CODES);
const section = z.object({ id: z.string(), title: z.string(), html: z.string() });
const item = z.object({
  id: z.string(),
  question: z.string(),
  html: z.string(),
  facts: z.array(z.string()),
  link: z.object({ href: z.string(), text: z.string() }).nullable(),
});
const document = z.object({
  kind: z.string(),
  name: z.string(),
  locale,
  language: locale,
  title: z.string(),
  description: z.string(),
  updated: z.string(),
  version: z.string(),
  date: z.string(),
  place: z.string(),
  lead: z.string(),
  sections: z.array(section),
  items: z.array(item),
});

const collection = (kind: ContentKind) => defineCollection({ loader: contentLoader(kind), schema: document });

export const collections = {
  faq: collection('faq'),
  pages: collection('pages'),
  legal: collection('legal'),
  press: collection('press'),
  blackpaper: defineCollection({
    loader: blackpaperLoader(),
    schema: z.object({ digest: z.string(), bytes: z.number() }),
  }),
};
