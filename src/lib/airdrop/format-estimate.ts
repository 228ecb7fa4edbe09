import { formatNumber } from '#src/lib/text/format-number.ts';

/**
 * Millions of SYNX with up to three decimals, as decimal text, for people. Languages that count in other steps than
 * thousands get the whole number in their own ("120万", "12 लाख"); the texts of the others say "million" themselves.
 */
export function formatEstimate(millions: string, tag: string): string {
  if (!/^(?:hi|ja|zh)/.test(tag)) return formatNumber(millions, tag, 0, 3);
  const text = new Intl.NumberFormat(tag, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumSignificantDigits: 4,
    roundingMode: 'trunc',
    useGrouping: 'always',
  }).format(`${millions}e6` as `${number}`);
  return tag === 'zh' ? text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ') : text;
}
