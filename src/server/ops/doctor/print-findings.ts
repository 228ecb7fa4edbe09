import { printable } from '#src/lib/text/printable.ts';
import type { Result } from '#src/server/platform/util/finding.ts';
import { hideAddresses } from '#src/server/platform/util/hide-addresses.ts';
import type { Finding } from './examine.ts';

const MARKS: Readonly<Record<Result, string>> = { passed: '✓', warned: '!', failed: '✗' };

/** The findings with their remedies, and their numbers at the end. They quote other machines, so they are cleaned. */
export function printFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ area }) => area.length));
  const lines = findings.flatMap(({ area, result, says, remedy }) => [
    `${MARKS[result]} ${area.padEnd(width)}  ${printable(says)}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 4)}→ ${printable(remedy)}`]),
  ]);
  const count = (result: Result) => findings.filter((finding) => finding.result === result).length;
  const total = `${count('passed')} passed, ${count('warned')} warned, ${count('failed')} failed`;
  return hideAddresses([...lines, '', total].join('\n'));
}
