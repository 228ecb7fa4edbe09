import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import { CHAINS } from '#src/config/chains.ts';
import { fill } from '#src/lib/text/fill.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import type { ClaimData, ClaimPlace } from './claim-data.ts';
import { feeText, synxText, timeView } from './claim-format.ts';
import type { ClaimPlan, ClaimWallet } from './claim-wallet.ts';

interface SummarizedClaim {
  readonly data: ClaimData;
  readonly reading: ClaimReading;
  readonly wallet: ClaimWallet;
  readonly ofContract: ClaimPlace['ofContract'];
}

/**
 * Shows everything about a claim before the wallet opens, and returns it once the visitor goes on; with another
 * receiver only after a tick. Null if the visitor does not.
 */
export async function showClaimSummary(claim: SummarizedClaim, to: string | null): Promise<ClaimPlan | null> {
  const plan = await claim.wallet.plan(claim.reading, to);
  return plan !== null && (await confirmed(claim, plan, to)) ? plan : null;
}

function confirmed(claim: SummarizedClaim, plan: ClaimPlan, to: string | null): Promise<boolean> {
  const { texts } = claim.data;
  const cancel = element('button', { class: 'button', type: 'button' }, texts['claim.window.cancel']);
  const go = element('button', { class: 'button button-primary', type: 'button' }, texts['claim.window.confirm']);
  const tick = element('input', { type: 'checkbox' });
  const allow = () => {
    go.disabled = plan.trial === 'refuses' || (to !== null && !tick.checked);
  };
  allow();
  tick.addEventListener('change', allow);
  const dialog = element(
    'dialog',
    { class: 'dialog claim-summary', 'aria-labelledby': 'claim-window' },
    element(
      'div',
      { class: 'stack' },
      element('h2', { id: 'claim-window' }, texts['claim.window.title']),
      facts(rowsOf(claim, plan, to)),
      to !== null && element('label', { class: 'row' }, tick, texts['claim.elsewhere.tick']),
      element('div', { class: 'row row-between dialog-actions' }, cancel, go),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus({ preventScroll: true });
  // A long window still opens at its beginning.
  dialog.scrollTo(0, 0);
  return new Promise((resolve) => {
    const end = (answer: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    cancel.addEventListener('click', () => end(false));
    go.addEventListener('click', () => end(true));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(false);
    });
  });
}

type Row = readonly [label: string, value: Node | string | null];

/** What is paid to whom comes first, and last the contract's address, which takes the longest to compare. */
function rowsOf(
  { data, reading, wallet, ofContract }: SummarizedClaim,
  plan: ClaimPlan,
  to: string | null,
): readonly Row[] {
  const { texts, words, tag, distributor } = data;
  const { address, parts } = reading;
  const { opened = 0n, claimed = 0n } = reading.facts.entry ?? {};
  const { networkName, nativeCurrency } = CHAINS[distributor.chainId];
  const amount = opened - claimed;
  const later = parts.filter((part) => part.opened < part.amount);
  const kind = (key: (typeof parts)[number]['kind']) => texts[`claim.kind.${key}`];
  const fee = { fee: feeText(wallet.fee(), tag), coin: nativeCurrency.symbol };
  return [
    [texts['claim.window.now'], element('strong', {}, ltr(`${synxText(amount, tag)} SYNX`))],
    ...later.map(
      (part): Row => [
        `${texts['claim.window.later']} · ${kind(part.kind)}`,
        element('span', ltr(synxText(part.amount - part.opened, tag)), ' · ', timeView(part.end, tag)),
      ],
    ),
    ...(to === null ? [] : [[texts['claim.address'], groupedAddress(address)] as const]),
    [texts['claim.window.to'], groupedAddress(to ?? address)],
    [texts['claim.window.send'], fill(texts['claim.window.sendNothing'], fee)],
    ['', texts['claim.window.permission']],
    [texts['claim.window.dry'], texts[TRIALS[plan.trial]]],
    [
      texts['claim.window.balance'],
      plan.tokens === null
        ? null
        : fill(texts['claim.window.balanceValue'], {
            before: synxText(plan.tokens, tag),
            after: synxText(plan.tokens + amount, tag),
          }),
    ],
    [words.network, networkName],
    [texts['claim.window.from'], element('div.stack-tight', ...ofContract(reading))],
  ];
}

const TRIALS = {
  pays: 'claim.window.dryOk',
  refuses: 'claim.window.dryRefused',
  unread: 'claim.window.dryUnread',
} as const;
