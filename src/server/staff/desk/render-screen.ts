import type { z } from 'zod';
import { fill } from '#src/lib/text/fill.ts';
import { askedField } from '../commands/fields.ts';
import { findCommand } from '../commands/staff-commands.ts';
import type { Block, Cell, Field, Form, Screen } from '../screen/screen.ts';
import { type Html, html } from './html.ts';

export interface FormContext {
  /** The value that every form of the session carries. */
  readonly csrf: string;
  /** The current page: forms lead back here. */
  readonly here: string;
}

/** The blocks of a screen as HTML; every word in them is text. */
export function renderBlocks({ blocks }: Screen, context: FormContext): Html {
  return html`${blocks.map((block) => renderBlock(block, context))}`;
}

function renderBlock(block: Block, context: FormContext): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="${block.tone ?? ''}">${
        block.to === undefined ? block.text : html`<a href="${block.to}">${block.text}</a>`
      }</p>`;
    case 'card':
      return html`<section><h2>${block.title}</h2><dl>${block.facts.map(
        ([label, value]) => html`<dt>${label}</dt><dd>${renderCell(value, context)}</dd>`,
      )}</dl>${block.forms?.map((form) => renderForm(form, context)) ?? null}</section>`;
    case 'table':
      return html`<section><h2>${block.title}</h2>${
        block.rows.length === 0
          ? html`<p>${block.empty}</p>`
          : html`<div class="scroll"><table><thead><tr>${block.columns.map(
              (column) => html`<th scope="col">${column}</th>`,
            )}</tr></thead><tbody>${block.rows.map(
              (row) => html`<tr>${row.map((cell) => html`<td>${renderCell(cell, context)}</td>`)}</tr>`,
            )}</tbody></table></div>`
      }${way(block.back, 'Back')}${way(block.more, 'More')}</section>`;
  }
}

function way(to: string | undefined, text: string): Html | null {
  return to === undefined ? null : html`<p><a href="${to}">${text}</a></p>`;
}

function renderCell(cell: Cell, context: FormContext): Html {
  if (typeof cell === 'string') return html`${cell}`;
  const { text, tone, to, link, key, forms = [] } = cell;
  const below = forms.map((form) => renderForm(form, context));
  if (to !== undefined) return html`<a href="${to}"${keyOf(key)}>${text}</a>${hint(key)}${below}`;
  const outside = link === undefined ? null : safeAddress(link);
  return html`<span class="${tone ?? ''}">${text}</span>${
    outside === null
      ? null
      : html` <a href="${outside}" target="_blank" rel="noopener noreferrer"${keyOf(key)}>Open</a>${hint(key)}`
  }${below}`;
}

/** An address that may be a link: https to a host with a name, without a password or a port. */
function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return plain && /\.[a-z][a-z0-9-]*$/.test(url.hostname) ? url.href : null;
}

/** A command as a form, which asks for the fields without a value; the next page after it is `next`, or this one. */
function renderForm(
  { command, button, values = {}, initial = {}, key, next }: Form,
  { csrf, here }: FormContext,
): Html {
  const [, { input }] = findCommand(command);
  const fields = Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([name]) => !(name in values))
    .map(([name, schema]) => askedField(name, schema))
    .map((field) => ({ ...field, label: fill(field.label, defined(values)), value: initial[field.name] }));
  const hidden = Object.entries({ csrf, next: next ?? here, ...defined(values) });
  return html`<form method="post" action="/staff/do/${command}">${hidden.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${fields.map((field, index) => renderField(field, index === 0 ? key : undefined))}<button${
    fields.length === 0 ? keyOf(key) : null
  }>${button}${fields.length === 0 ? hint(key) : null}</button></form>`;
}

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export function renderField({ name, label, type, options = [], value = '', optional }: Field, key?: string): Html {
  const rest = html` name="${name}"${optional ? null : html` required`}${keyOf(key)}`;
  const control =
    type === 'select'
      ? html`<select${rest}>${options.map(
          (option) =>
            html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.label}</option>`,
        )}</select>`
      : type === 'textarea'
        ? html`<textarea${rest}>${value}</textarea>`
        : html`<input type="${type}" value="${value}"${rest} autocomplete="off">`;
  return html`<label><span>${label}${hint(key)}</span>${control}</label>`;
}

function keyOf(key: string | undefined): Html | null {
  return key === undefined ? null : html` data-key="${key}" aria-keyshortcuts="${key}"`;
}

function hint(key: string | undefined): Html | null {
  return key === undefined ? null : html`<kbd aria-hidden="true">${key}</kbd>`;
}
