import { CHAIN_IDS, CHAINS, isChainId } from '#src/config/chains.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { HeldAction } from '../rehearsal/held-payments.ts';
import { OUTAGES, type Outage, type RehearsalState } from '../rehearsal/rehearsal-state.ts';
import { post } from '../rehearsal-wallet/node-rpc.ts';
import { moveToChain } from '../rehearsal-wallet/provider.ts';
import {
  FAULTS,
  type Fault,
  onAnyChange,
  readAccount,
  readChain,
  readFault,
  readHeld,
  writeFault,
  writeHeld,
} from '../rehearsal-wallet/wallet-state.ts';
import { handoverSwitches } from './handover-switches.ts';
import { group, type Make, type Say, type Text } from './switch-parts.ts';

type Button = HTMLButtonElement;

const HELD: readonly (readonly [HeldAction, 'speedUp' | 'cancel' | 'drop' | 'release'])[] = [
  ['speed-up', 'speedUp'],
  ['cancel', 'cancel'],
  ['drop', 'drop'],
  ['release', 'release'],
];

/** Fills an element of the page with the fault switches. Throws if their texts cannot be loaded. */
export async function showPanel(place: HTMLElement): Promise<void> {
  const answer = await fetch(`/rehearsal-texts/${document.documentElement.lang}.json`);
  const t: Text = textOf((await answer.json()) as Texts<'rehearsal'>);
  const said = element('div', { class: 'stack', role: 'status' });
  const say: Say = (...parts) => said.replaceChildren(...parts);
  const button = (text: string, act: () => Promise<void> | void): Button => {
    const made = element('button', { class: 'button button-small', type: 'button' }, text);
    made.addEventListener('click', async () => {
      say();
      made.setAttribute('aria-busy', 'true');
      try {
        await act();
      } catch (error) {
        console.warn(error);
        say(t('rehearsal.failed'));
      } finally {
        made.removeAttribute('aria-busy');
      }
    });
    return made;
  };
  const wallet = walletSwitches(t, button, say);
  const server = serverSwitches(t, button, say);
  const handover = handoverSwitches(t, button, say, !(place instanceof HTMLDetailsElement));
  place.append(
    element(
      'div',
      { class: 'stack' },
      element('p', { class: 'note' }, t('rehearsal.intro')),
      ...wallet.parts,
      ...server.parts,
      ...handover,
      said,
    ),
  );
  onAnyChange(wallet.show);
  wallet.show();
  await server.show();
}

function walletSwitches(t: Text, button: Make, say: Say) {
  const order = (fault: Fault) => () => writeFault(readFault() === fault ? null : fault);
  const orders = FAULTS.map((fault) => [fault, button(t(`rehearsal.${fault}`), order(fault))] as const);
  const network = button(t('rehearsal.network'), () => {
    const at = (CHAIN_IDS as readonly number[]).indexOf(readChain());
    const next = CHAIN_IDS[(at + 1) % CHAIN_IDS.length] ?? 1;
    moveToChain(next);
    say(t('rehearsal.moved', { network: CHAINS[next].name }));
  });
  const decide = (action: HeldAction) => async () => {
    const held = readHeld();
    if (held === null) return;
    const { done } = await post<{ done: boolean }>(`/rehearsal/held/${held.chainId}/${held.hash}`, { action });
    writeHeld(null);
    say(t(done ? 'rehearsal.decided' : 'rehearsal.gone'));
  };
  const held = element(
    'div',
    { class: 'stack' },
    element('p', {}, t('rehearsal.held')),
    group(t('rehearsal.held'), ...HELD.map(([action, name]) => button(t(`rehearsal.${name}`), decide(action)))),
  );
  const show = () => {
    for (const [fault, made] of orders) made.setAttribute('aria-pressed', String(readFault() === fault));
    held.hidden = readHeld() === null;
  };
  return { parts: [group(t('rehearsal.wallet'), ...orders.map(([, made]) => made), network), held], show };
}

function serverSwitches(t: Text, button: Make, say: Say) {
  const switches = {} as Record<Outage, Button>;
  const left = {} as Record<Outage, HTMLElement>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const render = (state: RehearsalState) => {
    clearTimeout(timer);
    for (const what of OUTAGES) {
      const seconds = state[what];
      switches[what].setAttribute('aria-pressed', String(seconds > 0));
      left[what].textContent = seconds > 0 ? t(`rehearsal.${what}.down`, { seconds }) : '';
      left[what].hidden = seconds === 0;
    }
    if (OUTAGES.some((what) => state[what] > 0)) timer = setTimeout(() => show().catch(console.warn), 1_000);
  };
  const show = async () => {
    const answer = await fetch('/rehearsal/state');
    render((await answer.json()) as RehearsalState);
  };
  const turn = (what: Outage) => async () =>
    render(
      await post<RehearsalState>('/rehearsal/outage', {
        what,
        on: switches[what].getAttribute('aria-pressed') !== 'true',
      }),
    );
  for (const what of OUTAGES) {
    switches[what] = button(t(`rehearsal.${what}`), turn(what));
    left[what] = element('p', { class: 'note', hidden: true });
  }
  const acts = group(t('rehearsal.sale'), ...chainButtons(t, button, say));
  const parts = [
    group(t('rehearsal.server'), ...OUTAGES.map((what) => switches[what])),
    ...OUTAGES.map((what) => left[what]),
    acts,
  ];
  return { parts, show };
}

/** Whole SYNX that the first of the two buyers leaves. */
const LAST_TOKENS = 60_001;

/** Buttons that change the chains once: a reorganisation, a day that passes, strangers who buy, and coins. */
function chainButtons(t: Text, button: Make, say: Say): readonly Button[] {
  const withWallet = (act: (wallet: string) => Promise<void>) => async () => {
    const wallet = readAccount();
    if (wallet === null) say(t('rehearsal.connect'));
    else await act(wallet);
  };
  const reorg = button(
    t('rehearsal.reorg'),
    withWallet(async (wallet) => {
      const chainId = readChain();
      if (!isChainId(chainId)) return;
      const { blocks } = await post<{ blocks: number }>(`/rehearsal/reorg/${chainId}`, { wallet });
      say(blocks === 0 ? t('rehearsal.reorg.none') : t('rehearsal.reorged', { count: blocks }));
    }),
  );
  const faucet = button(
    t('rehearsal.faucet'),
    withWallet(async (wallet) => {
      await post('/api/testnet/faucet', { walletAddress: wallet });
      say(t('rehearsal.faucet.done'));
    }),
  );
  const sell = (name: 'rehearsal.sell' | 'rehearsal.sellOut', left: number) =>
    button(t(name, { tokens: LAST_TOKENS.toLocaleString(document.documentElement.lang) }), async () => {
      const { sold } = await post<{ sold: boolean }>('/rehearsal/sell', { left });
      say(t(sold ? 'rehearsal.selling' : 'rehearsal.sold'));
    });
  const day = button(t('rehearsal.day'), async () => {
    await post('/rehearsal/day', {});
    say(t('rehearsal.day.done'));
  });
  return [reorg, day, sell('rehearsal.sell', LAST_TOKENS), sell('rehearsal.sellOut', 0), faucet];
}
