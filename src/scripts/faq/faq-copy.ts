import { startCopyButton } from '#src/scripts/shared/dom.ts';

/** Lets the copy button of each item copy its question, answer and address. */
export function addFaqCopy(items: readonly HTMLDetailsElement[]): void {
  for (const item of items) {
    const button = item.querySelector<HTMLButtonElement>('[data-copy]');
    if (button !== null) startCopyButton(button, () => copiedText(item));
  }
}

function copiedText(item: HTMLDetailsElement): string {
  const question = item.querySelector('summary')?.textContent?.trim() ?? '';
  const parts = [...(item.querySelector('.faq-answer')?.children ?? [])].filter(
    (part) => !part.matches('.faq-actions, .faq-facts'),
  );
  const answer = parts.map((part) => part.textContent?.trim() ?? '').join('\n\n');
  return `${question}\n\n${answer}\n\n${location.origin}${location.pathname}#${item.id}`;
}
