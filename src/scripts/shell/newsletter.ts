/**
 * Sends a newsletter form that was submitted (R4.049-R4.051): an empty address does nothing, and the browser says what
 * is wrong with a malformed one.
 */
export function sendNewsletter(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  if (field === null || field.value.trim() === '' || form.ariaBusy === 'true') return;
  if (form.reportValidity()) void subscribe(form, field);
}

async function subscribe(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const button = form.querySelector('button');
  if (button === null) return;
  const label = button.textContent;
  form.ariaBusy = 'true';
  button.disabled = true;
  button.textContent = form.dataset.busy ?? label;
  // The stores come with the first submission: no page loads them for a form that nobody uses.
  const [{ request }, { toastTextOf }, { showToast }] = await Promise.all([
    import('#src/client/request.ts'),
    import('#src/client/request-message.ts'),
    import('#src/stores/toasts.ts'),
  ]);
  try {
    await request('POST', '/api/newsletter/subscribe', { email: field.value.trim(), locale: form.dataset.newsletter });
    field.value = '';
    showToast({ key: 'newsletterSubscribed', variant: 'success' });
  } catch (error) {
    showToast({ key: 'newsletterFailed', variant: 'destructive', ...toastTextOf(error) });
  } finally {
    form.ariaBusy = null;
    button.disabled = false;
    button.textContent = label;
  }
}
