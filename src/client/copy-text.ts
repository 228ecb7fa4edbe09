import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { loadTexts } from './load-texts.ts';

/** Some in-app browsers neither copy nor refuse. */
const ANSWER_MS = 2_000;

/** Copies a text for the pressed button; if the browser refuses: false, and the text selected in a field behind it. */
export async function copyText(button: Element, text: string): Promise<boolean> {
  const before = button.nextElementSibling;
  if (before?.matches('[data-by-hand]')) before.remove();
  try {
    await withDeadline(navigator.clipboard.writeText(text), ANSWER_MS);
    return true;
  } catch {
    offerByHand(button, text);
    return false;
  }
}

function offerByHand(button: Element, text: string): void {
  const field = Object.assign(document.createElement('textarea'), { className: 'input ltr', readOnly: true, rows: 3 });
  field.value = text;
  const label = Object.assign(document.createElement('label'), { className: 'by-hand note' });
  label.dataset.byHand = '';
  label.append(field);
  button.after(label);
  field.select();
  // Even without its label, the field has the answer.
  loadTexts().then(
    (texts) => label.prepend(texts['pay.copyFailed']),
    () => undefined,
  );
}
