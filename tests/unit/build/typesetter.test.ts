import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { createTypesetter } from '#src/build/typeset/typesetter.ts';

const typesetter = createTypesetter(process.cwd());
const HEAD =
  '#let data = json(bytes(sys.inputs.data))\n#set document(title: "T")\n#set text(font: "IBM Plex Sans", lang: "en")\n';

it('sets its input as text, never as instructions', async () => {
  const words = '#panic("no") *bold* = heading $x$ \\ <label> @ref "quoted" // gone';
  const pdf = typesetter.pdf(`${HEAD}#data.words`, { words });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toContain(words);
});

it('says why a document cannot be set', () => {
  expect(() => typesetter.pdf(`${HEAD}#data.words`, {})).toThrow('key "words"');
  expect(() => typesetter.svg('#missing', {})).toThrow('unknown variable: missing');
});

it.each([
  // Three times the same letter: at the beginning, in the middle and at the end of a word it is drawn differently.
  ['Arabic letters join', 'IBM Plex Sans Arabic', 'ar', 'ببب', 3],
  // Two consonants and a virama become one sign.
  ['Devanagari consonants combine', 'Noto Sans Devanagari', 'hi', 'क्ष', 1],
])('%s', (_, font, lang, words, shapes) => {
  const svg = typesetter.svg(`#set text(font: "${font}", lang: "${lang}")\n${words}`, {});
  const used = [...svg.matchAll(/xlink:href="#(g[^"]+)"/g)].map(([, glyph]) => glyph);
  expect(new Set(used).size).toBe(shapes);
});
