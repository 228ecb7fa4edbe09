import { escapeHtml } from '#src/lib/text/escape-html.ts';

/** Markup that is safe to send: created only by the tag below. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | null | readonly HtmlValue[];

/** A template of HTML in which every value is escaped, except the output of this tag itself. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? part : write(values[index - 1] ?? null) + part)).join(''));
}

function write(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(write).join('');
  return escapeHtml(String(value));
}
