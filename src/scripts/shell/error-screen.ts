import { storedPaymentAddress } from '#src/purchase/stored-payment.ts';

/**
 * Gives the error screen its ways on, and opens it when one of our scripts throws outside of an island's boundary
 * (R2.035). The guard in the head opens it for a part that cannot be loaded.
 */
export function startErrorScreen(): void {
  const screen = document.getElementById('error-screen');
  if (!(screen instanceof HTMLDialogElement)) return;
  const showPayment = () => {
    const link = screen.querySelector<HTMLAnchorElement>('[data-track]');
    const address = storedPaymentAddress();
    if (link === null || address === null) return;
    link.href = address;
    link.hidden = false;
  };
  addEventListener('error', ({ filename, message }) => {
    // Extensions and the browser itself fail too; those are not this page's errors.
    if (screen.open || !filename.startsWith(`${location.origin}/_astro/`)) return;
    const details = screen.querySelector('pre');
    if (details !== null) details.textContent = message;
    screen.showModal();
  });
  if (screen.open) showPayment();
  screen.addEventListener('focusin', showPayment);
  screen.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload());
  screen.querySelector('[data-back]')?.addEventListener('click', () => {
    // A page opened in a tab of its own has nothing behind it.
    if (history.length > 1) history.back();
    else location.assign(document.querySelector<HTMLAnchorElement>('.brand')?.href ?? '/');
  });
}
