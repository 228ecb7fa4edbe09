/** Sends a newsletter form: an empty address does nothing; the browser reports a malformed one. */
export function sendNewsletter(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  if (field === null || field.value.trim() === '' || form.ariaBusy === 'true') return;
  if (form.reportValidity()) void send(form, field);
}

async function send(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const button = form.querySelector('button');
  if (button === null) return;
  const label = button.textContent;
  form.ariaBusy = 'true';
  button.disabled = true;
  button.textContent = form.dataset.busy ?? label;
  try {
    // The stores load with the first submission: no page loads them for an unused form.
    const { requestSubscription } = await import('./request-subscription.ts');
    if (await requestSubscription(field.value.trim(), form.dataset.newsletter)) field.value = '';
  } finally {
    form.ariaBusy = null;
    button.disabled = false;
    button.textContent = label;
  }
}
