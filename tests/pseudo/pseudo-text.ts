/** Letters with a mark that the site's fonts have; all vowels are among them, so no English word stays as it is. */
const MARKED: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', d: 'đ', e: 'é', g: 'ĝ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', n: 'ñ', o: 'ó', r: 'ŕ' },
  ...{ s: 'š', t: 'ţ', u: 'ú', w: 'ŵ', y: 'ý', z: 'ž' },
};

/** Not words: facts, placeholders, ids, code, targets of links, and marks of emphasis. */
const KEPT = /(\{\{[^}]*\}\}|\{[^}]*\}|`[^`]*`|\]\([^)]*\)|\*\*)/;

/** An English text as the pseudo-language has it: in « », its letters marked, and some 40 % longer. */
export function pseudoText(text: string): string {
  return `«${markedText(text)}»`;
}

/** The same without « », for a part of a line. */
function markedText(text: string): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : marked(part)))
    .join('');
}

function marked(text: string): string {
  return text
    .replace(/[a-z]/gi, (letter) => {
      const small = letter.toLowerCase();
      const other = MARKED[small] ?? small;
      const own = letter === small ? other : other.toUpperCase();
      return /[aeiou]/.test(small) ? own + other : own;
    })
    .replaceAll('...', '…')
    .replaceAll("'", '’')
    .replace(/"([^"]*)"/g, '“$1”');
}

/** A Markdown file of `content/` in the pseudo-language, line by line. */
export function pseudoMarkdown(file: string): string {
  const all = file.split('\n');
  // The edition of a document, its number and its day, is stated in its English file alone.
  const hasEdition = all.some((line) => line.startsWith('version: '));
  const end = all.indexOf('---', 1);
  const above = all.slice(1, end).filter((line) => !hasEdition || !/^(?:version|updated): /.test(line));
  return ['---', ...above.map(frontMatterLine), ...all.slice(end).map(bodyLine)].join('\n');
}

function frontMatterLine(line: string): string {
  const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
  if (name === 'title' || name === 'place') return `${name}: ${pseudoText(value)}`;
  // Search engines show 160 characters.
  return name === 'description' ? `${name}: ${pseudoText(value).slice(0, 160)}` : line;
}

function bodyLine(line: string): string {
  if (/^(?:---|\|[\s|:-]*\||\s*)$/.test(line)) return line;
  if (line.startsWith('|')) return line.replace(/(?<=\| )(?:\{\{[^}]*\}\}|[^|])+(?= \|)/g, (cell) => pseudoText(cell));
  const [, mark = '', text = '', id = ''] = /^(#+ |- |\d+\. |→ )?(.*?)( \{#[\w-]+\})?$/.exec(line) ?? [];
  if (mark === '→ ')
    return `${mark}${text.replace(/^\[(.*)\](\(.*\))$/, (_, words, to) => `[${pseudoText(words)}]${to}`)}`;
  return `${mark}${pseudoText(text)}${id}`;
}
