import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContent } from '#src/build/content/load-content.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { compileFiles, page } from './support/compile-files.ts';

const FILE = 'content/pages/en/summary.md';
const problemsOf = (text: string, email = '') => compileFiles({ [FILE]: text }, { email }).problems;
const good = '## Part {#part}\n\nText.';

describe('invalid front matter is named by file, line and field', () => {
  it.each([
    ['none at all', 'Text.', ':1: must begin with front matter'],
    ['one that does not end', '---\ntitle: T\n', ':1: must begin with front matter'],
    ['a missing field', page(good, 'title: T'), ':1: description: is missing'],
    ['an empty field', page(good, 'title:\ndescription: D'), ':2: title: is empty'],
    ['an unknown field', page(good, 'title: T\ndescription: D\ntitel: T'), ':4: titel: unknown field'],
    ['a field twice', page(good, 'title: T\ntitle: U\ndescription: D'), ':3: title: occurs twice'],
    ['a line that is none', page(good, 'title: T\ndescription: D\n- x'), ':4: "- x" is not of the form'],
    [
      'a long description',
      page(good, `title: T\ndescription: ${'x'.repeat(161)}`),
      ':3: description: is longer than 160',
    ],
    [
      'an unknown fact',
      page(good, 'title: T\ndescription: {{fact:pool.sise}}'),
      ':3: description: unknown fact pool.sise',
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(`${FILE}${expected}`)]);
  });

  it('the removed title that only a category has', () => {
    const file = 'content/faq/en/general.md';
    expect(compileFiles({ [file]: '---\n---\n\n## A {#a}\n\nB.\n' }).problems).toContain(
      `${file}:1: title: is missing`,
    );
  });

  it('a legal page without the day of its last change, and one with an invalid day', () => {
    const file = 'content/legal/en/terms.md';
    const fields = 'title: T\ndescription: D\nreviewedBy: ""';
    expect(compileFiles({ [file]: page(good, fields) }).problems).toEqual([`${file}:1: updated: is missing`]);
    expect(compileFiles({ [file]: page(good, `${fields}\nupdated: May 1`) }).problems[0]).toContain(
      `${file}:5: updated: must be a day`,
    );
  });

  it('a press release whose date is not the day in its name', () => {
    const file = 'content/press/en/2026-05-04-what.md';
    const release = (date: string) => page('Text.', `title: T\ndescription: D\nplace: P\ndate: ${date}`);
    expect(compileFiles({ [file]: release('2026-05-04') }).problems).toEqual([]);
    expect(compileFiles({ [file]: release('2026-05-05') }).problems).toEqual([
      `${file}:5: date: 2026-05-05 is not the day at the beginning of the file's name`,
    ]);
  });

  it('a Blackpaper without its edition, and a translation that claims its own', () => {
    const fields = 'title: T\ndescription: D';
    const [english, german] = ['en', 'de'].map((locale) => `content/pages/${locale}/blackpaper.md`) as [string, string];
    expect(compileFiles({ [english]: page(good, fields) }).problems).toEqual([
      `${english}:1: version: is missing`,
      `${english}:1: updated: is missing`,
    ]);
    const edition = 'version: 1.0\nupdated: 2026-05-04';
    const files = { [english]: page(good, `${fields}\n${edition}`), [german]: page(good, `${fields}\nversion: 1.1`) };
    expect(compileFiles(files).problems).toEqual([`${german}:4: version: unknown field`]);
  });
});

describe('invalid text is named by file and line', () => {
  it.each([
    ['an unknown fact', '\n{{fact:pool.sise}}', ':6: unknown fact pool.sise'],
    ['an unknown form of a fact', '{{fact:pool.size|tiny}}', ':5: fact pool.size: unknown form "tiny"'],
    ['a form that the unit lacks', '{{fact:pool.opens|number}}', ':5: fact pool.opens: a date has no form "number"'],
    ['double braces that are no fact', '{{pool.size}}', ':5: {{pool.size}} is not of the form {{fact:id}}'],
    ['single braces', 'Write to {mail}.', ':5: {mail} has no meaning here'],
    ['a page that does not exist', '[x](/nowhere)', ':5: the link /nowhere leads to a page that does not exist'],
    ['an anchor that does not exist', '\n\n[x](/faq#nothing)', ':7: the link /faq#nothing leads to an anchor'],
    ['an anchor missing on the same page', '[x](#nothing)', ':5: the link #nothing leads to an anchor'],
    ['a link to another site', '[x](https://example.org)', ':5: the link https://example.org leaves this site'],
    ['a link without its first stroke', '[x](partner)', ':5: the link partner must begin with /'],
    ['a script address', '[x](javascript:alert)', ':5: the link javascript:alert leaves this site'],
    ['a block of HTML', '\n<div>x</div>', ':6: raw HTML is not allowed'],
    ['HTML in a line', 'a <b onclick="x">b</b>', ':5: raw HTML is not allowed'],
    ['a picture', '![x](/x.png)', ':5: image: not allowed'],
    ['a title in the text', '# Title', ':5: the title belongs in the front matter'],
    ['a heading without an id', '## Part', ':5: "Part" needs an id'],
    ['a heading whose id is none', '## Part {#Ünique}', ':5: "Part" needs an id'],
    ['two headings with one id', `${good}\n\n## Other {#part}`, ':9: the id part occurs twice'],
    ['a heading too deep', `${good}\n\n#### Deep`, ':9: a heading of level 4 is not allowed here'],
    [
      'a mark of the claim in a table',
      '| a |\n| --- |\n| {before-claim}b |',
      ':7: {before-claim} is allowed in a paragraph or list',
    ],
    ['a mark of the operator in a heading', '## {before-operator}Part {#part}', ':5: {before-operator} is allowed in'],
    ['the support address in a heading', '## Mail {email} {#mail}', ':5: {email} is allowed in a paragraph or list'],
  ])('%s', (_, body, expected) => {
    const problems = problemsOf(page(body), 'help@synx.example');
    expect(problems[0]).toContain(`${FILE}${expected}`);
    expect(new Set(problems).size).toBe(problems.length);
  });

  it('a question without an answer, and two categories with one id', () => {
    const front = 'title: T';
    const { problems } = compileFiles({
      'content/faq/en/general.md': page('## One {#one}', front),
      'content/faq/en/risks.md': page('## One {#one}\n\nText.', front),
    });
    expect(problems).toEqual([
      'content/faq/en/risks.md:4: the id one is also in content/faq/en/general.md',
      'content/faq/en/general.md:4: the question "One" has no answer',
    ]);
  });
});

describe('an invalid file is named as a whole', () => {
  it('one of no page, and a translation of nothing', () => {
    expect(compileFiles({ 'content/pages/en/sumary.md': page(good) }).problems).toEqual([
      'content/pages/en/sumary.md:1: no page has such a file',
    ]);
    expect(compileFiles({ 'content/pages/de/summary.md': page(good) }, { locales: ['de'] }).problems).toEqual([
      'content/pages/de/summary.md:1: has no English original',
    ]);
  });

  it('one that is missing, one in a folder of no language, and facts that are not JSON', () => {
    const root = folderOfTest();
    mkdirSync(join(root, 'content/pages/xx'), { recursive: true });
    writeFileSync(join(root, 'content/facts.json'), '{}');
    writeFileSync(join(root, 'content/pages/xx/summary.md'), page(good));
    const { problems } = loadContent(root, ['en'], '');
    expect(problems).toContain('content/pages/en/summary.md:1: is missing');
    expect(problems[0]).toContain('content/pages/xx/summary.md:1: is not content/pages/<language code>/<name>.md');
    writeFileSync(join(root, 'content/facts.json'), '{\n  "a": 1,\n}\n');
    expect(loadContent(root, ['en'], '').problems).toEqual([expect.stringContaining('content/facts.json:3: ')]);
  });
});

describe('a translation that differs from English is named', () => {
  const english = page('## A {#a}\n\n{{fact:pool.size}}\n\n## B {#b}\n\nText.');
  const problems = (body: string) =>
    compileFiles({ [FILE]: english, 'content/pages/de/summary.md': page(body) }, { locales: ['en', 'de'] }).problems;

  it.each([
    ['a part missing', '## A {#a}\n\n{{fact:pool.size}}', ':1: the part {#b} is missing'],
    ['a part too many', '## A {#a}\n\n{{fact:pool.size}}\n\n## B {#b}\n\n## C {#c}', ':11: English has no part {#c}'],
    ['another order', '## B {#b}\n\n## A {#a}\n\n{{fact:pool.size}}', ':1: the parts are in a different order'],
    ['a fact missing', '## A {#a}\n\n1.234.567\n\n## B {#b}', ':1: the fact pool.size is missing'],
    [
      'a fact too many',
      '{{fact:pool.opens}}\n\n## A {#a}\n\n{{fact:pool.size}}\n\n## B {#b}',
      ':1: English does not state',
    ],
  ])('%s', (_, body, expected) => {
    expect(problems(body)).toEqual([expect.stringContaining(`content/pages/de/summary.md${expected}`)]);
  });

  it('and nothing if everything is there', () => {
    expect(problems('## A {#a}\n\n{{fact:pool.size|short}}\n\n## B {#b}\n\nText.')).toEqual([]);
  });
});

describe('a part that a translation lacks', () => {
  const note = (locale: string) => `${locale}: not translated`;
  const english = { [FILE]: page('## A {#a}\n\nText.\n\n## B {#b}\n\nSee [A](#a) & more.\n\n## C {#c}\n\nText.') };
  const german = 'content/pages/de/summary.md';

  it('is English below a note, in the order of the English file, and may be linked to', () => {
    const text = page('## A {#a}\n\nWort, [B](#b).\n\n## X {#x}\n\nWort.\n\n## C {#c}\n\nWort.');
    const compiled = compileFiles({ ...english, [german]: text }, { locales: ['de'], englishNote: note });
    expect(compiled.problems).toEqual([
      `${german}:1: the part {#b} is missing`,
      `${german}:9: English has no part {#x}`,
    ]);
    expect(compiled.behind).toEqual(compiled.problems);
    expect(compiled.documents[0]?.language).toBe('de');
    expect(compiled.documents[0]?.sections).toEqual([
      { id: 'a', title: 'A', html: '<p>Wort, <a href="#b">B</a>.</p>\n' },
      {
        ...{ id: 'b', title: 'B' },
        html: '<p class="note" lang="de" dir="ltr">de: not translated</p>\n<div lang="en" dir="ltr"><p>See <a href="#a">A</a> &amp; more.</p>\n</div>\n',
      },
      { id: 'c', title: 'C', html: '<p>Wort.</p>\n' },
    ]);
  });

  it('is left out as long as the English file has a fault, which alone is reported', () => {
    const wrong = { [FILE]: page('## A {#a}\n\nText.\n\n## No id\n\nText.'), [german]: page('## A {#a}\n\nWort.') };
    const { problems, behind, documents } = compileFiles(wrong, { locales: ['en', 'de'], englishNote: note });
    expect(problems).toEqual([expect.stringContaining(`${FILE}:9: "No id" needs an id`)]);
    expect(behind).toEqual([]);
    expect(documents.find(({ locale }) => locale === 'de')?.sections).toHaveLength(1);
  });

  it('of a whole file is English and behind, too', () => {
    const { documents, behind } = compileFiles(english, { locales: ['de'], englishNote: note });
    expect(behind).toEqual([`${german}:1: is missing: it translates ${FILE}`]);
    expect(documents[0]?.language).toBe('en');
  });
});
