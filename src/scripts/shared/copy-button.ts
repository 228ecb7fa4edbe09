import { copyText } from '#src/client/copy-text.ts';

const SHOWN_MS = 2_000;

/** Lets a button copy a text; for two seconds its label says so. */
export function startCopyButton(button: HTMLButtonElement, text: () => string): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    if (!(await copyText(button, text()))) return;
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
