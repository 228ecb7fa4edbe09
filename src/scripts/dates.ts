import { hasPassed } from '#src/lib/stated-dates.ts';

// A page is older than its visitor's clock: a date that was ahead when it was built may be over now (T9).
for (const list of document.querySelectorAll<HTMLElement>('[data-dates]')) {
  for (const mark of list.querySelectorAll<HTMLElement>('[data-pending]')) {
    if (!hasPassed(mark.dataset.pending ?? '', Date.now())) continue;
    mark.textContent = list.dataset.dates ?? '';
    mark.classList.add('tag-passed');
  }
}
