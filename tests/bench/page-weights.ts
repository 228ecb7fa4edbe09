import { type Dist, initialScripts } from '#tests/dist/support/dist.ts';
import type { Figure } from './report.ts';

const KILOBYTE = 1024;

/**
 * Brotli bytes that a page loads before interaction, from dist; those of the landing page next to its budgets, which
 * docs/reliability.md states for no other page.
 */
export function pageWeights(dist: Dist, page: string, isLanding: boolean): readonly Figure[] {
  const styles = [...dist.text(page).matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = '']) => file);
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + dist.weight(file), 0);
  const figure = (what: string, bytes: number, kilobytes: number): Figure => ({
    name: `${page} ${what}`,
    value: `${(bytes / KILOBYTE).toFixed(1)} KB`,
    budget: isLanding ? `≤ ${kilobytes} KB` : '–',
    within: !isLanding || bytes <= kilobytes * KILOBYTE,
  });
  return [
    figure('HTML', dist.weight(page), 22),
    figure('CSS', sum(styles), 14),
    figure('JS before interaction', sum(initialScripts(dist, page)), 75),
  ];
}
