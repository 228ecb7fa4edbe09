import { storedPaymentAddress } from '#src/purchase/stored-payment.ts';

/** Connects the error screen's buttons, and opens it when one of our scripts throws outside an island's boundary. */
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
    // Extensions and the browser itself throw too; those errors are not this page's.
    if (screen.open || !filename.startsWith(`${location.origin}/_astro/`)) return;
    const details = screen.querySelector('pre');
    if (details !== null) details.textContent = message;
    screen.showModal();
  });
  if (screen.open) showPayment();
  screen.addEventListener('focusin', showPayment);
  screen.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload());
  screen.querySelector('[data-back]')?.addEventListener('click', () => {
    // A page opened in its own tab has nothing to go back to.
    if (history.length > 1) history.back();
    else location.assign(document.querySelector<HTMLAnchorElement>('.brand')?.href ?? '/');
  });
}
