// @module-tag long
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PSEUDO } from '#tests/pseudo/add-pseudo-locale.ts';
import { buildPseudo, englishInPages, makePseudoProject, type PseudoProject } from '#tests/pseudo/build-pseudo.ts';
import { englishLeft } from '#tests/pseudo/english-left.ts';

let project: PseudoProject;
beforeAll(() => {
  project = makePseudoProject();
  buildPseudo(project);
});
afterAll(() => project.remove());

describe('a thirteenth language, added as docs/editing.md says', () => {
  it('has nothing that npm run i18n finds wrong, missing or old', () => {
    const [, own = ''] = project.report.split(new RegExp(`^${PSEUDO}: `, 'm'));
    expect(own).toMatch(/^\d+ texts of the interface, no problems/);
    expect(own).not.toMatch(/missing|older|without a source/);
  });

  it('is offered by the pages of the other languages, and runs through its own', () => {
    expect(readFileSync(join(project.folder, 'dist/index.html'), 'utf8')).toContain(`hreflang="${PSEUDO}"`);
    expect(readFileSync(join(project.folder, `dist/${PSEUDO}.html`), 'utf8')).toContain(`<html lang="${PSEUDO}"`);
  });

  it('leaves no English on any page', () => {
    expect(englishInPages(project)).toEqual([]);
  });
});

describe('the pseudo-language', () => {
  it('shows a word that was not translated, but for names and other languages', () => {
    const page =
      '<p>«Ţĥéé» <b>price</b> <i lang="en">for all</i> 5 SYNX</p><img alt="A sketch"><script>let some</script>';
    expect(englishLeft(page, PSEUDO).map(({ word }) => word)).toEqual(['price', 'sketch']);
  });
});
