import { openLinked } from '#src/scripts/shared/open-linked.ts';
import { addFaqSearch } from './faq-search.ts';

// What the FAQ page needs scripts for; questions open and close by themselves.
const root = document.querySelector<HTMLElement>('[data-faq]');
const actions = document.querySelector<HTMLTemplateElement>('#faq-actions');

if (root !== null && actions !== null) {
  const items = [...root.querySelectorAll<HTMLDetailsElement>('details')];
  addFaqSearch(root, items);
  // The buttons under the answers come with the first answer that is opened; `toggle` does not bubble.
  const add = () => import('./faq-actions.ts').then(({ addFaqActions }) => addFaqActions(root, items, actions));
  root.addEventListener('toggle', add, { once: true, capture: true });
}
openLinked();
