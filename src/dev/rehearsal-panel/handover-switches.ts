import { element } from '#src/scripts/shared/dom.ts';
import { HANDOVER_FAULTS, HANDOVER_STEPS, type HandoverStep, type StepOutcome } from '../rehearsal/rehearsal-state.ts';
import { heldOf } from '../rehearsal-wallet/held-of.ts';
import { post } from '../rehearsal-wallet/node-rpc.ts';
import { onAnyChange, readAccount, readToken } from '../rehearsal-wallet/wallet-state.ts';
import { group, type Make, type Say, type Text } from './switch-parts.ts';

/** The steps from a running sale to tokens in a wallet, and what can go otherwise with them. */
export function handoverSwitches(t: Text, button: Make, say: Say): readonly HTMLElement[] {
  const act = (step: HandoverStep) => async () => {
    const wallet = readAccount();
    if (step === 'stranger' && wallet === null) return say(t('rehearsal.connect'));
    say(t('rehearsal.working'));
    for (const made of buttons) made.disabled = true;
    try {
      say(...linesOf(t, await post<StepOutcome>('/rehearsal/handover', { step, ...(wallet !== null && { wallet }) })));
    } finally {
      for (const made of buttons) made.disabled = false;
      await showHeld();
    }
  };
  const all = (steps: readonly HandoverStep[]) => steps.map((step) => button(t(`rehearsal.${step}`), act(step)));
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
    held,
  ];
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
