import { query } from '#src/client/query.ts';
import type { VerifyAddresses } from '#src/contract/receipts.ts';
import { compareAddress } from '#src/lib/text/compare-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { part, startCopyButton } from '#src/scripts/shared/dom.ts';
import { say } from './say.ts';
import type { VerifyData } from './verify-data.ts';

/** Compares a pasted address with this build's, and this build's with the server's. */
export function startAddresses({ texts, addresses, presale, invalid }: VerifyData): void {
  const form = part<HTMLFormElement>(document, 'compare');
  const field = form.querySelector('input');
  const output = form.querySelector('output');
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
    startCopyButton(button, () => button.dataset.copy ?? '');
  if (field === null || output === null) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = compareAddress(field.value, addresses);
    const text = found.kind === 'invalid' ? invalid : fill(texts[`verify.${found.kind}`], { ...found });
    say(output, found.kind === 'match' ? 'success' : 'danger', text);
  });

  const agreement = part(document, 'agreement');
  query<VerifyAddresses>('/api/verify/addresses').then(
    ({ payload }) => {
      const agrees = payload.chains.every(
        ({ presaleAddress }) => presaleAddress.toLowerCase() === presale?.toLowerCase(),
      );
      say(agreement, agrees ? 'success' : 'danger', texts[agrees ? 'verify.agree' : 'verify.disagree']);
    },
    () => say(agreement, 'note', texts['verify.unasked']),
  );
}
