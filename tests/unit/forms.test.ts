import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Fields that answer while somebody types, so that Enter has nothing to send. */
const ANSWER_AT_ONCE = {
  'src/components/reading/Search.astro': 'a search',
  'src/pages/[...locale]/faq.astro': 'a search',
  'src/islands/presale-card/dialogs/TokenSelector.tsx': 'a search',
  'src/islands/staking-panels/StakePlan.tsx': 'a calculator',
  'src/scripts/landing/share-calculator.ts': 'a calculator',
} as const;
const PAYMENT = ['src/islands/presale-card/PaymentForm.tsx', '<AmountField '] as const;
/** Fields that are made apart from their form, each with the file of the form, and what the form has in their place. */
const FORM_OF: Readonly<Record<string, readonly [file: string, place: string]>> = {
  'src/islands/presale-card/AmountField.tsx': PAYMENT,
  'src/islands/presale-card/UnitField.tsx': PAYMENT,
  'src/islands/airdrop-dashboard/MissionItem.tsx': ['src/islands/airdrop-dashboard/MissionItem.tsx', '<MissionField '],
  'src/scripts/tools/claim/claim-controls.ts': ['src/scripts/tools/claim/claim-controls.ts', 'field)'],
};
/** What takes no text, and what cannot be changed. */
const NO_TEXT = /\btype(?:=|: )["'](?:checkbox|radio|range|file|hidden)|\breadOnly\b|\bdisabled \/>/;
const FIELD = /<input\b|element\('input\b/g;
const FORM = /<form\b.*?<\/form>|\(\s*'form\b.*?\n {2,}\);/gs;
/** A button in it, or one at the foot of its window. */
const SUBMITS =
  /type="submit"|type: 'submit'|<button(?![^>]*type=)|<FormActions\b|<PurchaseButton\b|element\('p', send\)|id=\{SUM_FORM\}/;

/** The forms of a file that Enter submits. */
function formsOf(code: string) {
  const forms = Array.from(code.matchAll(FORM), ({ index, 0: form }) => ({ index, end: index + form.length, form }));
  return forms.filter(({ form }) => SUBMITS.test(form));
}

/** The fields of a file for which Enter submits no form, by the beginning of their code. */
function fieldsWithoutForm(code: string): readonly string[] {
  const forms = formsOf(code);
  return Array.from(code.matchAll(FIELD)).flatMap(({ index }) => {
    const field = code.slice(index, index + 400).split(/\/>|\}\)/)[0] ?? '';
    const isInForm = forms.some((each) => each.index < index && index < each.end);
    return isInForm || NO_TEXT.test(`${field}/>`) ? [] : [field.replace(/\s+/g, ' ').slice(0, 90)];
  });
}

test('Enter submits the form of every text field, except of those that answer while somebody types', () => {
  const files = globSync('src/{components,islands,layouts,pages,scripts}/**/*.{astro,ts,tsx}').sort();
  const found = files.flatMap((file) => fieldsWithoutForm(readFileSync(file, 'utf8')).map((field) => [file, field]));
  const named = [...Object.keys(ANSWER_AT_ONCE), ...Object.keys(FORM_OF)];
  expect(found.filter(([file = '']) => !named.includes(file))).toEqual([]);
  expect([...new Set(found.map(([file]) => file))].sort()).toEqual(named.sort());
  for (const [file, place] of Object.values(FORM_OF))
    expect(
      formsOf(readFileSync(file, 'utf8')).some(({ form }) => form.includes(place)),
      file,
    ).toBe(true);
});
