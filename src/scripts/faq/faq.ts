import { openLinked } from '#src/scripts/shared/open-linked.ts';
import { addFaqSearch } from './faq-search.ts';

// The scripts of the FAQ page; questions open and close without them.
const root = document.querySelector<HTMLElement>('[data-faq]');
const actions = document.querySelector<HTMLTemplateElement>('#faq-actions');

if (root !== null && actions !== null) {
  const items = [...root.querySelectorAll<HTMLDetailsElement>('details')];
  addFaqSearch(root, items);
  // The buttons under the answers load with the first opened answer; `toggle` does not bubble.
  const add = () => import('./faq-actions.ts').then(({ addFaqActions }) => addFaqActions(root, items, actions));
  root.addEventListener('toggle', add, { once: true, capture: true });
}
openLinked();
