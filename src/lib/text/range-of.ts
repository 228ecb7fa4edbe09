import { formatNumber } from './format-number.ts';

/** Two decimal strings as a range of whole numbers, or as one number where they are the same. */
export function rangeOf(low: string, high: string, tag: string): string {
  return [...new Set([low, high].map((end) => formatNumber(end, tag)))].join(' – ');
}
