import { type Dist, initialScripts } from '#tests/dist/support/dist.ts';
import type { Figure } from './report.ts';

const KILOBYTE = 1024;

/** Brotli bytes that a page loads before interaction, from dist, next to the budgets of docs/reliability.md. */
export function pageWeights(dist: Dist, page: string): readonly Figure[] {
  const styles = [...dist.text(page).matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = '']) => file);
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + dist.weight(file), 0);
  const weights = {
    HTML: dist.weight(page),
    CSS: sum(styles),
    'JS before interaction': sum(initialScripts(dist, page)),
  };
  const figure = (what: string, bytes: number, kilobytes: number): Figure => ({
    name: `${page} ${what}`,
    value: `${(bytes / KILOBYTE).toFixed(1)} KB`,
    budget: `≤ ${kilobytes} KB`,
    within: bytes <= kilobytes * KILOBYTE,
  });
  return [
    figure('HTML', weights.HTML, 22),
    figure('CSS', weights.CSS, 14),
    figure('JS before interaction', weights['JS before interaction'], 75),
  ];
}
