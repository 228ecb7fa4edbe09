import type { Problem } from './problem.ts';

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  /** The text after the front matter, at its own line numbers. */
  readonly body: string;
  readonly problems: readonly Problem[];
}

const FIELD = /^([A-Za-z]\w*):(?:\s+(.*?))?\s*$/;

/** Splits a file into its `name: value` lines between two `---` lines, and the text below. Values may be quoted. */
export function splitFrontMatter(file: string, text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) {
    const message = 'must begin with front matter: a line ---, lines such as "title: …", and a line ---';
    return { fields: new Map(), body: lines.join('\n'), problems: [{ file, line: 1, message }] };
  }
  const fields = new Map<string, { value: string; line: number }>();
  const problems: Problem[] = [];
  for (const [index, content] of lines.slice(1, end).entries()) {
    const line = index + 2;
    const [, name, raw = ''] = FIELD.exec(content) ?? [];
    if (content.trim() === '') continue;
    if (name === undefined) problems.push({ file, line, message: `"${content}" is not of the form "name: value"` });
    else if (fields.has(name)) problems.push({ file, line, message: `${name}: occurs twice` });
    else fields.set(name, { value: unquote(raw), line });
  }
  const body = [...lines.slice(0, end + 1).map(() => ''), ...lines.slice(end + 1)].join('\n');
  return { fields, body, problems };
}

function unquote(value: string): string {
  return /^(['"]).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
