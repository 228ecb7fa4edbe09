import { describe, expect, it } from 'vitest';
import { compileFiles, page } from './support/compile-files.ts';

const FILE = 'content/pages/en/summary.md';
const NBSP = '\u00a0';

/** The lead of a page with this text, in a locale. */
function render(body: string, options: Parameters<typeof compileFiles>[1] = {}): string {
  const { documents, problems } = compileFiles({ [FILE]: page(body) }, options);
  expect(problems).toEqual([]);
  return documents[0]?.lead.trim() ?? '';
}

describe('Markdown becomes HTML', () => {
  it('with text escaped and nothing else added', () => {
    expect(render('A *b* **c** `d<e` & "f"  \ng')).toBe(
      '<p>A <em>b</em> <strong>c</strong> <code dir="ltr">d&lt;e</code> &amp; &quot;f&quot;<br>g</p>',
    );
  });

  it('with lists, tables that scroll inside their own box, and quotations', () => {
    expect(render('- a\n- b')).toBe('<ul><li>a</li>\n<li>b</li>\n</ul>');
    expect(render('3. a\n4. b')).toBe('<ol start="3"><li>a</li>\n<li>b</li>\n</ol>');
    expect(render('| a | b |\n|---|--:|\n| c | d |')).toContain(
      '<thead><tr><th scope="col">a</th><th scope="col" class="end">b</th></tr>',
    );
    expect(render('> a')).toBe('<blockquote><p>a</p>\n</blockquote>');
  });

  it('with a table of words marked as one, whose cells name their columns, for narrow windows', () => {
    const wordy = render('| a | b |\n|---|---|\n| a case of one kind | what happens then, in *one* sentence |');
    expect(wordy).toContain('<table class="blocks" role="table"><thead role="rowgroup"><tr role="row">');
    expect(wordy).toContain('<th scope="col" role="columnheader">b</th>');
    expect(wordy).toContain('<td role="cell">a case of one kind</td>');
    expect(wordy).toContain('<td role="cell" data-column="b">what happens then, in <em>one</em> sentence</td>');
    // Chinese and Japanese letters take the room of two.
    expect(render('| a | b |\n|---|---|\n| 销售已结束 | 全部付款将退还给付款人的地址 |')).not.toContain('blocks');
    expect(render('| a | b |\n|---|---|\n| 付款所在的区块晚于销售 | 全部付款将退还给付款人的地址 |')).toContain(
      'blocks',
    );
  });

  it('with facts also in table cells and at the start of a line, where a date is not a list', () => {
    expect(render('| a |\n|---|\n| {{fact:pool.size|short}} |')).toContain(`<td>1.23M${NBSP}SYNX</td>`);
    const german = compileFiles(
      { [FILE]: page('{{fact:pool.opens}}'), 'content/pages/de/summary.md': page('{{fact:pool.opens}}') },
      { locales: ['de'] },
    );
    expect(german.documents[0]?.lead).toBe('<p>1. März 2026</p>\n');
  });

  it('with facts set apart from text that reads from right to left', () => {
    const files = { [FILE]: page('{{fact:pool.size}}'), 'content/pages/ar/summary.md': page('{{fact:pool.size}}') };
    expect(compileFiles(files, { locales: ['ar'] }).documents[0]?.lead).toBe(
      `<p><bdi>1,234,567${NBSP}SYNX</bdi></p>\n`,
    );
  });
});

describe('links', () => {
  it('lead to the page in the reader’s language, anchors kept', () => {
    const text = page('[a](/staking) [b](/#presale) [c](/faq#risks)');
    const { documents } = compileFiles({ [FILE]: text, [FILE.replace('/en/', '/ar/')]: text }, { locales: ['ar'] });
    expect(documents[0]?.lead.trim()).toBe(
      '<p><a href="/ar/staking">a</a> <a href="/ar#presale">b</a> <a href="/ar/faq#risks">c</a></p>',
    );
    expect(render('[a](/)')).toBe('<p><a href="/">a</a></p>');
  });

  it('[R2.022] open the Blackpaper PDF in a new tab', () => {
    expect(render('[a](/Blackpaper.pdf)')).toBe(
      '<p><a href="/Blackpaper.pdf" target="_blank" rel="noopener">a</a></p>',
    );
  });
});

describe('the support address', () => {
  const text = 'One. Write to {email} for\nhelp. Two.\n\n- First.\n- Mail {email}.\n- Last.\n\nOnly {email}.\n\nEnd.';

  it('comes from the configuration', () => {
    expect(render('Write to {email}.', { email: 'help@synx.example' })).toBe(
      '<p>Write to <a class="ltr" href="mailto:help@synx.example">help@synx.example</a>.</p>',
    );
  });

  it('takes its sentence, list item or paragraph with it if there is none', () => {
    expect(render(text).replace(/\s+/g, ' ')).toBe(
      '<p>One. Two.</p> <ul><li>First.</li> <li>Last.</li> </ul> <p>End.</p>',
    );
  });
});

describe('a sentence about the claim', () => {
  const both = (text: string, locale: 'en' | 'ja' | 'hi' = 'en') =>
    [false, true].map((claim) => {
      const files = { [FILE]: page('English.'), [FILE.replace('/en/', `/${locale}/`)]: page(text) };
      const { documents } = compileFiles(files, { locales: [locale], claim });
      return documents[0]?.lead.replaceAll('\n', '').replace(/ +/g, ' ').replace(' </p>', '</p>');
    });

  it('is there before the claim or with it', () => {
    expect(both('One. {before-claim}Not yet. {with-claim}Here. Two.')).toEqual([
      '<p>One. Not yet. Two.</p>',
      '<p>One. Here. Two.</p>',
    ]);
  });

  it('takes no bracket of its neighbour along, in scripts without spaces', () => {
    expect(both('一。{before-claim}まだ。{with-claim}ここ。[二](/faq)も。', 'ja')).toEqual([
      '<p>一。まだ。<a href="/ja/faq">二</a>も。</p>',
      '<p>一。ここ。<a href="/ja/faq">二</a>も。</p>',
    ]);
    expect(both('एक। {before-claim}अभी नहीं। {with-claim}यहाँ। दो।', 'hi')).toEqual([
      '<p>एक। अभी नहीं। दो।</p>',
      '<p>एक। यहाँ। दो।</p>',
    ]);
  });
});

describe('a sentence about what is not published yet', () => {
  const text = 'One. {before-operator}No name. {before-email}No address. Mail {email}. Two.';
  const without = (options: Parameters<typeof compileFiles>[1]) => render(text, options).replace(/<[^>]+>/g, '');

  it('goes with the operator or the support address, each alone', () => {
    const email = 'help@synx.example';
    expect(without({})).toBe('One. No name. No address. Two.');
    expect(without({ email })).toBe(`One. No name. Mail ${email}. Two.`);
    expect(without({ operator: true })).toBe('One. No address. Two.');
    expect(without({ operator: true, email })).toBe(`One. Mail ${email}. Two.`);
  });
});

describe('a missing translation', () => {
  it('[R1.043] is a problem that names the file', () => {
    const { problems } = compileFiles({ [FILE]: page('Text.') }, { locales: ['en', 'ru'] });
    expect(problems).toEqual([`${FILE.replace('/en/', '/ru/')}:1: is missing: it translates ${FILE}`]);
  });

  it('of a press release is shown in English, said to be English, with links in the reader’s language', () => {
    const release = page('[a](/faq)', 'title: T\ndescription: D\ndate: 2026-05-04\nplace: Lisbon');
    const files = { 'content/press/en/2026-05-04-what.md': release };
    const { documents, problems } = compileFiles(files, { locales: ['en', 'ru'] });
    expect(problems).toEqual([]);
    expect(documents[1]).toMatchObject({ locale: 'ru', language: 'en', lead: '<p><a href="/ru/faq">a</a></p>\n' });
  });
});

describe('an FAQ file', () => {
  it('[R2.118] gives each question its id, answer and optional link', () => {
    const { documents } = compileFiles({
      'content/faq/en/general.md': page(
        '## Why? {#why}\n\nSo.\n\n→ [Go](/staking)\n\n## How? {#how}\n\nThus.',
        'title: T',
      ),
    });
    expect(documents[0]?.items).toEqual([
      { id: 'why', question: 'Why?', html: '<p>So.</p>\n', facts: [], link: { href: '/staking', text: 'Go' } },
      { id: 'how', question: 'How?', html: '<p>Thus.</p>\n', facts: [], link: null },
    ]);
  });
});
