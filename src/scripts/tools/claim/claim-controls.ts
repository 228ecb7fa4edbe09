import { fill } from '#src/lib/text/fill.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { ClaimData } from './claim-data.ts';
import { synxText } from './claim-format.ts';

/**
 * The button that claims, and the form for another receiver. They are made once for an address and then changed in
 * place: each block may open more, and what a visitor types or has the focus on has to stay.
 */
export class ClaimControls {
  readonly #data: ClaimData;
  readonly #go: HTMLButtonElement;
  readonly #send: HTMLButtonElement;
  readonly nodes: readonly HTMLElement[];

  /** `review` gets the receiver, or null for the address of the entry. */
  constructor(data: ClaimData, review: (to: string | null) => void) {
    const { texts } = data;
    this.#data = data;
    this.#go = element('button.button.button-primary', { type: 'button' });
    this.#go.addEventListener('click', () => review(null));
    this.#send = element('button.button', { type: 'submit' }, texts['claim.elsewhere']);
    const field = element('input.input.ltr', {
      ...{ id: 'claim-receiver', required: true, autocomplete: 'off', spellcheck: 'false' },
      pattern: '\\s*0x[0-9a-fA-F]{40}\\s*',
    });
    const form = element(
      'form.stack',
      { method: 'dialog' },
      element('p.note', texts['claim.elsewhere.text']),
      element('div.field', element('label', { for: 'claim-receiver' }, texts['claim.elsewhere.field']), field),
      element('p', this.#send),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      review(field.value.trim().toLowerCase());
    });
    this.nodes = [this.#go, element('details.claim-elsewhere', element('summary', texts['claim.elsewhere']), form)];
  }

  update(amount: bigint, isWaiting: boolean): void {
    const { texts, tag } = this.#data;
    this.#go.textContent = isWaiting ? texts['claim.waiting'] : fill(texts['claim.go'], { n: synxText(amount, tag) });
    for (const button of [this.#go, this.#send]) button.disabled = isWaiting;
  }
}
