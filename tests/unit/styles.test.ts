import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lateSheets, styleProblems } from '#tests/run/styles.ts';

const FILE = 'src/layouts/header.css';
const problemsOf = (...declarations: string[]) => styleProblems(FILE, `.a {\n  ${declarations.join('\n  ')}\n}\n`);

describe('a sheet', () => {
  it.each([
    'color: var(--text);',
    'padding: var(--space-2) 0;',
    'margin-inline: calc(-1 * var(--space-2)) auto;',
    'gap: 1px;',
    'padding-inline: clamp(var(--space-4), 4vw, var(--space-10));',
    'border: 1px solid var(--white);',
    'border-radius: 50%;',
    'font-size: 0.9375em;',
    'font-size: 11pt;',
    'white-space: nowrap;',
    'inline-size: 14rem;',
    'margin: 0; /* #fff, padding: 3px; */',
  ])('may say %s', (declaration) => {
    expect(problemsOf(declaration)).toEqual([]);
  });

  it.each([
    ['color: #fff;', 'a colour'],
    ['background: linear-gradient(to right, black, transparent);', 'a colour'],
    ['box-shadow: 0 0 var(--space-1) rgb(0 0 0 / 25%);', 'a colour'],
    ['padding: 0.5rem 0;', 'a size'],
    ['margin-block-start: -0.6rem;', 'a size'],
    ['gap: var(--space-1) 12px;', 'a size'],
    ['scroll-margin-block-start: 6rem;', 'a size'],
    ['font-size: 1rem;', 'a size'],
    ['font: 500 1rem serif;', 'a size'],
    ['border-radius: 2px;', 'a size'],
    ['border-start-start-radius: 0.5rem;', 'a size'],
  ])('may not say %s', (declaration, kind) => {
    expect(problemsOf('display: grid;', declaration)).toEqual([
      `${FILE}:3: "${declaration.slice(0, -1)}" has ${kind} without a name`,
    ]);
  });

  it('uses named window widths', () => {
    expect(styleProblems(FILE, '@media (--from-large) {\n}\n@media print {\n}\n')).toEqual([]);
    expect(styleProblems(FILE, '\n@media (min-width: 48rem) {\n}\n')).toEqual([
      `${FILE}:2: "@media (min-width: 48rem)" has a width without a name`,
    ]);
  });

  it.each([
    '.sky > :nth-child(2)',
    '.sky>:nth-child(2)',
    'li:nth-child(3)',
    '.panels > :nth-last-child(-n + 3)',
    'tr:has(> :nth-child(4))',
    '#purchases td:is(:nth-child(2), :nth-child(4))',
    '[hidden]:nth-of-type(2)',
    '&:nth-child(2)',
  ])('may count its own children, as %s', (selector) => {
    expect(styleProblems(FILE, `${selector} {\n}\n`)).toEqual([]);
  });

  it.each([
    '.sky :nth-child(2)',
    '.sky\n:nth-child(2)',
    ':nth-child(2)',
    '.sky, :nth-child(2)',
    '.sky :is(:nth-child(2))',
  ])('may not reach into a drawing, as %s', (selector) => {
    const line = selector.split('\n').length;
    expect(styleProblems(FILE, `${selector} {\n}\n`)).toEqual([
      `${FILE}:${line}: ":nth-child" counts inside drawings, too: write > before it`,
    ]);
  });

  it('may say anything in the files that define the names', () => {
    expect(styleProblems('src/styles/tokens.css', ':root {\n  --ink: #0b1311;\n}\n')).toEqual([]);
  });
});

it('no code imports a sheet, which would load after the page was painted', () => {
  const file = 'src/islands/feed/Feed.tsx';
  expect(lateSheets(file, "import { useState } from 'react';\nimport { css } from './feed.css.ts';\n")).toEqual([]);
  expect(lateSheets(file, "import './feed.css';\nawait import('./late.css');\n")).toEqual([
    `${file}: imports "./feed.css", which belongs to an Astro component`,
    `${file}: imports "./late.css", which belongs to an Astro component`,
  ]);
});

it('the light theme is the same whether the system or the visitor chose it', () => {
  const css = readFileSync('src/styles/tokens.css', 'utf8');
  const [bySystem, chosen] = Array.from(css.matchAll(/:root:where\([^{]*\{([^}]*)\}/g), ([, body = '']) =>
    body.split('\n').map((line) => line.trim()),
  );
  expect(bySystem?.length).toBeGreaterThan(10);
  expect(chosen).toEqual(bySystem);
});
