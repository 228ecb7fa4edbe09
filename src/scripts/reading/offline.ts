import { LAST_HOLDINGS } from '#src/config/storage-keys.ts';

const box = document.querySelector<HTMLElement>('[data-last-figures]');

// Few visitors have seen a dashboard: the code for its figures loads for those alone.
if (box !== null && hasSeen())
  void import('./last-figures.ts').then((part) => part.showLastFigures(box)).catch(() => undefined);

function hasSeen(): boolean {
  try {
    return localStorage.getItem(LAST_HOLDINGS) !== null;
  } catch {
    return false;
  }
}
