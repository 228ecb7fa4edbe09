import { storedPaymentAddress } from '#src/purchase/stored-payment.ts';

/** Shows the error screen when one of our scripts fails outside of an island's boundary (R2.035). */
export function startErrorScreen(): void {
  const screen = document.getElementById('error-screen');
  if (!(screen instanceof HTMLDialogElement)) return;
  addEventListener('error', ({ filename, message }) => {
    // Extensions and the browser itself fail too; those are not this page's errors.
    if (screen.open || !filename.startsWith(`${location.origin}/_astro/`)) return;
    const details = screen.querySelector('pre');
    if (details !== null) details.textContent = message;
    const link = screen.querySelector<HTMLAnchorElement>('[data-track]');
    const address = storedPaymentAddress();
    if (link !== null && address !== null) {
      link.href = address;
      link.hidden = false;
    }
    screen.showModal();
  });
  screen.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload());
  screen.querySelector('[data-back]')?.addEventListener('click', () => history.back());
}
