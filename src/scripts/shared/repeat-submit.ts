/** Submits a form whose script is there now, if the visitor did so while it was still loading. */
export function repeatSubmit(form: HTMLFormElement): void {
  if (window.early.includes(form)) form.requestSubmit();
}
