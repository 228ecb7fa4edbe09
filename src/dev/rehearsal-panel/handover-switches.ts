import { element } from '#src/scripts/shared/dom.ts';
import {
  CLAIM_FAULTS,
  HANDOVER_FAULTS,
  HANDOVER_STEPS,
  type HandoverStep,
  isStep,
  type RehearsalState,
  type StepOutcome,
  WALLET_STEPS,
} from '../rehearsal/rehearsal-state.ts';
import { heldOf } from '../rehearsal-wallet/held-of.ts';
import { post } from '../rehearsal-wallet/node-rpc.ts';
import { moveToChain } from '../rehearsal-wallet/provider.ts';
import { onAnyChange, readAccount, readToken } from '../rehearsal-wallet/wallet-state.ts';
import { group, type Make, type Say, type Text } from './switch-parts.ts';

/** OP Mainnet. */
const FOREIGN_CHAIN = 10;

/**
 * The steps from a running sale to tokens in a wallet, and what can go otherwise with them; with `isWhole` also the
 * list of further failures.
 */
export function handoverSwitches(t: Text, button: Make, say: Say, isWhole: boolean): readonly HTMLElement[] {
  const act = (step: HandoverStep) => async () => {
    const wallet = readAccount();
    if (WALLET_STEPS.has(step) && wallet === null) return say(t('rehearsal.connect'));
    say(t('rehearsal.working'));
    for (const made of buttons) made.disabled = true;
    try {
      say(...linesOf(t, await post<StepOutcome>('/rehearsal/handover', { step, ...(wallet !== null && { wallet }) })));
    } finally {
      for (const made of buttons) made.disabled = false;
      await showHeld();
    }
  };
  const all = (steps: typeof HANDOVER_STEPS | typeof HANDOVER_FAULTS) =>
    steps.map((step) => button(t(`rehearsal.${step}`), act(step)));
  const [steps, faults] = [all(HANDOVER_STEPS), all(HANDOVER_FAULTS)];
  const buttons = [...steps, ...faults];
  const held = element('p', { class: 'note', hidden: true });
  const showHeld = async () => {
    const [token, account] = [readToken(), readAccount()];
    held.hidden = token === null || account === null;
    if (token !== null && account !== null)
      held.textContent = t('rehearsal.synx', { amount: await heldOf(token, account) });
  };
  const show = () => void showHeld().catch(console.warn);
  onAnyChange(show);
  show();
  return [
    element('p', { class: 'note' }, element('b', {}, t('rehearsal.handover')), ` – ${t('rehearsal.steps')}`),
    group(t('rehearsal.handover'), ...steps),
    element('p', { class: 'note' }, t('rehearsal.faults')),
    group(t('rehearsal.faults'), ...faults),
    ...(isWhole ? [faultList(t, button, say, act)] : []),
    held,
  ];
}

/** One switch for all further failures, in the desk's English. */
function faultList(t: Text, button: Make, say: Say, act: (step: HandoverStep) => () => Promise<void>): HTMLElement {
  const options = Object.entries(CLAIM_FAULTS).map(([name, { what }]) => element('option', { value: name }, what));
  const list = element(
    'select',
    { class: 'input', lang: 'en', dir: 'ltr', 'aria-label': t('rehearsal.more') },
    ...options,
  );
  const play = button(t('rehearsal.play'), async () => {
    const name = list.value as keyof typeof CLAIM_FAULTS;
    if (name === 'foreignChain') {
      moveToChain(FOREIGN_CHAIN);
      say(t('rehearsal.moved', { network: FOREIGN_CHAIN }));
    } else if (isStep(name)) await act(name)();
    else {
      const state = await post<RehearsalState>('/rehearsal/outage', { what: name, on: true });
      say(t('rehearsal.lasts', { seconds: state[name] }));
    }
  });
  const label = element('p', { class: 'note' }, t('rehearsal.more'));
  return element('div', { class: 'stack' }, label, list, element('div', { class: 'row' }, play));
}

/** The desk's own words are English, whatever the language of the page. */
function linesOf(t: Text, { said, refused, unmet = [] }: StepOutcome): readonly HTMLElement[] {
  const english = { lang: 'en', dir: 'ltr' } as const;
  return [
    ...(refused === undefined ? [] : [element('p', {}, t('rehearsal.refused'))]),
    ...[...said, ...(refused === undefined ? [] : [refused])].map((line) => element('p', english, line)),
    ...(unmet.length === 0
      ? []
      : [
          element(
            'ul',
            english,
            ...unmet.map(({ what, found, remedy }) =>
              element('li', {}, element('b', {}, what), `: not yet (${found}). ${remedy}`),
            ),
          ),
        ]),
  ];
}
