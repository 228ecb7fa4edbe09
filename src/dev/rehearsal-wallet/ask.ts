import type { TransactionDetail } from './describe-transaction.ts';
import { ProviderError } from './provider-error.ts';
import { STYLES } from './styles.ts';

export interface Prompt {
  readonly title: string;
  /** Text of the button that agrees. */
  readonly yes: 'Confirm' | 'Connect';
  readonly facts?: readonly TransactionDetail[];
  readonly text?: string;
  /** Addresses to choose one from. */
  readonly choices?: readonly string[];
  /** The preselected one, otherwise the first. */
  readonly chosen?: string;
}

let queue: Promise<unknown> = Promise.resolve();

/** Asks the visitor in a window, one prompt after another; throws 4001 on Reject or Escape. */
export function ask(prompt: Prompt): Promise<string> {
  const asked = queue.then(() => show(prompt));
  queue = asked.catch(() => undefined);
  return asked;
}

function show(prompt: Prompt): Promise<string> {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const dialog = element('dialog', {}, [
    element('h2', {}, 'Rehearsal wallet'),
    element('p', { class: 'worthless' }, 'worthless local coins'),
    element('p', {}, prompt.title),
    ...details(prompt),
    element('form', { method: 'dialog' }, [
      ...choices(prompt),
      element('div', {}, [
        element('button', { type: 'submit', value: 'no' }, 'Reject'),
        element('button', { type: 'submit', value: 'yes', class: 'yes' }, prompt.yes),
      ]),
    ]),
  ]) as HTMLDialogElement;
  dialog.setAttribute('aria-label', 'Rehearsal wallet — worthless local coins');
  root.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener('close', () => {
      const chosen = root.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
      host.remove();
      if (dialog.returnValue === 'yes') resolve(chosen);
      else reject(new ProviderError(4001, 'User rejected the request.'));
    });
  });
}

function details({ facts = [], text }: Prompt): HTMLElement[] {
  const list = facts.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)]);
  return [
    ...(list.length > 0 ? [element('dl', {}, list)] : []),
    ...(text === undefined ? [] : [element('pre', {}, text)]),
  ];
}

function choices({ choices: addresses = [], chosen = '' }: Prompt): HTMLElement[] {
  const checked = Math.max(addresses.indexOf(chosen), 0);
  if (addresses.length === 0) return [];
  const options = addresses.map((address, index) =>
    element('label', {}, [
      element('input', {
        type: 'radio',
        name: 'account',
        value: address,
        ...(index === checked ? { checked: '' } : {}),
      }),
      address,
    ]),
  );
  return [element('fieldset', {}, [element('legend', {}, 'Account'), ...options])];
}

/** Text only ever becomes a text node, so page input cannot become markup. */
function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: string | readonly (Node | string)[] = [],
): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...(typeof children === 'string' ? [children] : children));
  return node;
}
