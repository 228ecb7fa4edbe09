/** `[data-opens="id"]` opens a dialog; `[data-closes]`, the backdrop or a link of its menu closes it. */
export function startDialogs(): void {
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>('[data-opens]');
    const opened = opener && document.getElementById(opener.dataset.opens ?? '');
    if (opened instanceof HTMLDialogElement) opened.showModal();
    // Only dialogs of static pages: the islands manage their own.
    const dialog = target.closest<HTMLDialogElement>('dialog[data-light]');
    if (dialog?.open && (target.closest('[data-closes], nav a') || isBackdrop(event, dialog))) dialog.close();
  });
}

function isBackdrop({ target, clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
