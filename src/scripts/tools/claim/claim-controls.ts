import { hasSoundChecksum } from '#src/lib/hash/address-checksum.ts';
import { fill } from '#src/lib/text/fill.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { ClaimData } from './claim-data.ts';
import { synxText } from './claim-format.ts';

export type ClaimControls = ReturnType<typeof claimControls>;

/**
 * The button that claims, and the form for another receiver, whose address `onClaim` gets. They are made once for an
 * entry and then changed in place: each block may open more, and what is typed or has the focus has to stay.
 */
export function claimControls({ texts, tag }: ClaimData, onClaim: (to: string | null) => void) {
  const go = element('button.button');
  go.addEventListener('click', () => onClaim(null));
  const send = element('button.button', texts['claim.elsewhere']);
  const id = 'claim-receiver';
  const field = element('input.input.ltr', {
    ...{ id, required: true, autocomplete: 'off', spellcheck: 'false' },
    pattern: '\\s*0x[0-9a-fA-F]{40}\\s*',
  });
  const form = element(
    'form.stack',
    { method: 'dialog' },
    element('p.note', texts['claim.elsewhere.text']),
    element('div.field', element('label', { for: id }, texts['claim.elsewhere.field']), field),
    element('p', send),
  );
  field.addEventListener('input', () =>
    field.setCustomValidity(hasSoundChecksum(field.value.trim()) ? '' : texts['claim.invalid']),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onClaim(field.value.trim().toLowerCase());
  });
  return {
    go,
    elsewhere: element('details.claim-elsewhere', element('summary', texts['claim.elsewhere']), form),
    update(amount: bigint, isWaiting: boolean, isDust: boolean): void {
      go.classList.toggle('button-primary', !isDust);
      go.textContent = isWaiting ? texts['claim.waiting'] : fill(texts['claim.go'], { n: synxText(amount, tag) });
      go.disabled = send.disabled = isWaiting;
    },
  };
}
