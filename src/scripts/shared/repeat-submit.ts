/** Submits a form again that the visitor submitted before its script had loaded. */
export function repeatSubmit(form: HTMLFormElement): void {
  if (window.early.includes(form)) form.requestSubmit();
}
