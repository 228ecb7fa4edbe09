import type { ParsedSource } from './parse-source.ts';
import type { Problem } from './problem.ts';

/** The differences between a translation and its English original: headings' ids, their order, and facts. */
export function compareTranslation(translation: ParsedSource, original: ParsedSource): readonly Problem[] {
  const { file } = translation.source;
  const problems: Problem[] = [];
  const ids = translation.sections.map(({ id }) => id);
  const expected = original.sections.map(({ id }) => id);
  for (const id of expected)
    if (!ids.includes(id)) problems.push({ file, line: 1, message: `the part {#${id}} is missing` });
  for (const { id, line } of translation.sections) {
    if (!expected.includes(id)) problems.push({ file, line, message: `English has no part {#${id}}` });
  }
  if (problems.length === 0 && ids.join() !== expected.join())
    problems.push({
      file,
      line: 1,
      message: `the parts are in a different order than in English: ${expected.join(', ')}`,
    });
  for (const id of original.facts) {
    if (!translation.facts.includes(id)) problems.push({ file, line: 1, message: `the fact ${id} is missing` });
  }
  for (const id of translation.facts) {
    if (!original.facts.includes(id))
      problems.push({ file, line: 1, message: `English does not state the fact ${id}` });
  }
  return problems;
}
