import { addFaqCopy } from './faq-copy.ts';
import { addFaqFeedback } from './faq-feedback.ts';

/** Puts the buttons of the template under every answer of the page; they copy it and send an opinion. */
export function addFaqActions(
  root: HTMLElement,
  items: readonly HTMLDetailsElement[],
  template: HTMLTemplateElement,
): void {
  for (const item of items) item.querySelector('.faq-answer')?.append(template.content.cloneNode(true));
  addFaqCopy(items);
  addFaqFeedback(items, root.dataset.faq ?? 'en');
}
