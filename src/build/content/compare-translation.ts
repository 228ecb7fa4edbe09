import { MARKS } from './drop-sentences.ts';
import type { ParsedSource } from './parse-source.ts';
import type { Problem } from './problem.ts';

/** The differences of a translation from its English original: headings' ids, their order, facts, marked sentences. */
export function compareTranslation(translation: ParsedSource, original: ParsedSource): readonly Problem[] {
  const { file } = translation.source;
  const problems: Problem[] = [];
  const report = (line: number, message: string) => problems.push({ file, line, message, behind: true });
  const ids = translation.sections.map(({ id }) => id);
  const expected = original.sections.map(({ id }) => id);
  for (const id of expected) if (!ids.includes(id)) report(1, `the part {#${id}} is missing`);
  for (const { id, line } of translation.sections) {
    if (!expected.includes(id)) report(line, `English has no part {#${id}}`);
  }
  if (problems.length === 0 && ids.join() !== expected.join())
    report(1, `the parts are in a different order than in English: ${expected.join(', ')}`);
  for (const id of original.facts) {
    if (!translation.facts.includes(id)) report(1, `the fact ${id} is missing`);
  }
  for (const id of translation.facts) {
    if (!original.facts.includes(id)) report(1, `English does not state the fact ${id}`);
  }
  for (const mark of MARKS) {
    // A language may need fewer sentences for the same.
    const marked = ({ source }: ParsedSource) => source.text.split('\n').filter((line) => line.includes(mark)).length;
    const [own, english] = [marked(translation), marked(original)];
    if (own !== english) report(1, `${mark} is in ${own} paragraphs, in English in ${english}`);
  }
  return problems;
}
