import type { PartnerApplyResponse } from '#src/contract/partners.ts';
import { repeatSubmit } from '#src/scripts/shared/repeat-submit.ts';

const form = document.querySelector<HTMLFormElement>('[data-partner]');
if (form !== null) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void apply(form);
  });
  repeatSubmit(form);
}

/** Sends the application as JSON and shows the result under the form; the fields keep their content on failure. */
async function apply(form: HTMLFormElement): Promise<void> {
  const { partner = 'en', busy = '', sent = '', failed = '' } = form.dataset;
  const button = form.querySelector('button');
  const outcome = form.querySelector<HTMLElement>('[data-outcome]');
  if (button === null || outcome === null || button.disabled) return;
  const label = button.textContent;
  const body = { ...Object.fromEntries(new FormData(form)), locale: partner };
  button.disabled = true;
  button.textContent = busy;
  outcome.textContent = '';
  try {
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', credentials: 'include', headers, body: JSON.stringify(body) } as const;
    const response = await fetch('/api/partner/apply', options);
    if (!response.ok) throw new Error(response.statusText);
    const { reference } = (await response.json()) as PartnerApplyResponse;
    form.reset();
    outcome.className = 'success';
    outcome.textContent = sent.replace('#', reference);
  } catch {
    outcome.className = 'danger';
    outcome.textContent = failed;
  } finally {
    button.disabled = false;
    button.textContent = label;
  }
}
