import { FAQ_FEEDBACK } from '#src/config/storage-keys.ts';
import type { FaqFeedbackRequest } from '#src/contract/faq.ts';

type Value = FaqFeedbackRequest['value'];

/** Lets the thumbs of each item send an anonymous opinion; pressing the chosen one again retracts it. */
export function addFaqFeedback(items: readonly HTMLDetailsElement[], locale: string): void {
  const choices = readChoices();
  for (const item of items) {
    const buttons = [...item.querySelectorAll<HTMLButtonElement>('[data-thumb]')];
    const show = () => {
      const chosen = choices[item.id] ?? null;
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.thumb === chosen));
    };
    const choose = (value: Value) => {
      if (value === null) delete choices[item.id];
      else choices[item.id] = value;
      show();
    };
    show();
    for (const button of buttons) {
      button.addEventListener('click', async () => {
        const before = choices[item.id] ?? null;
        const thumb = button.dataset.thumb as Exclude<Value, null>;
        const value = thumb === before ? null : thumb;
        choose(value);
        if (await send({ id: item.id, locale, value } as FaqFeedbackRequest)) storeChoices(choices);
        // The visitor has pressed again since: leave that choice.
        else if ((choices[item.id] ?? null) === value) choose(before);
      });
    }
  }
}

/** Whether the server accepted it. If not, the thumb goes back to its previous state, and nothing else shows it. */
async function send(body: FaqFeedbackRequest): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', credentials: 'include', headers, body: JSON.stringify(body) } as const;
    return (await fetch('/api/faq/feedback', options)).ok;
  } catch {
    return false;
  }
}

function readChoices(): Record<string, Exclude<Value, null>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAQ_FEEDBACK) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Exclude<Value, null>>) : {};
  } catch {
    return {};
  }
}

function storeChoices(choices: Readonly<Record<string, Value>>): void {
  try {
    localStorage.setItem(FAQ_FEEDBACK, JSON.stringify(choices));
  } catch {
    // The choice is then kept only for the life of the page.
  }
}
