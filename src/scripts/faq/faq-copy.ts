const SHOWN_MS = 2_000;

/** Lets the copy button of each item copy its question, answer and address. */
export function addFaqCopy(items: readonly HTMLDetailsElement[]): void {
  for (const item of items) {
    const button = item.querySelector<HTMLButtonElement>('[data-copy]');
    if (button === null) continue;
    const label = button.textContent;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(copiedText(item));
      } catch {
        // The browser refused; the label then remains unchanged.
        return;
      }
      button.textContent = button.dataset.copied ?? '';
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    });
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
