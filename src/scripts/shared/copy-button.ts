const SHOWN_MS = 2_000;

/**
 * Lets a button copy a text; for two seconds its label says so. If the browser refuses, the label remains unchanged.
 */
export function startCopyButton(button: HTMLButtonElement, text: () => string): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      return;
    }
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
