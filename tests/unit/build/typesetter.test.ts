import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { createTypesetter } from '#src/build/typeset/typesetter.ts';

const typesetter = createTypesetter(process.cwd());
const HEAD =
  '#let data = json(bytes(sys.inputs.data))\n#set document(title: "T")\n#set text(font: "IBM Plex Sans", lang: "en")\n';

it('sets what it is given as text, never as instructions', async () => {
  const words = '#panic("no") *bold* = heading $x$ \\ <label> @ref "quoted" // gone';
  const pdf = typesetter.pdf(`${HEAD}#data.words`, { words });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toContain(words);
});

it('says why something cannot be set', () => {
  expect(() => typesetter.pdf(`${HEAD}#data.words`, {})).toThrow('key "words"');
  expect(() => typesetter.svg('#missing', {})).toThrow('unknown variable: missing');
});
