import { requestIsland } from '#src/components/ui/request-island.ts';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { buy } from '#src/purchase/purchase.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { CardText } from './card-props.ts';
import { type ButtonState, type CardModel, isPressable } from './use-card.ts';

interface Props {
  readonly t: CardText;
  readonly card: CardModel;
}

/**
 * The purchase button: its label states its action, or why it is disabled. It keeps the focus meanwhile, which a really
 * disabled button would lose.
 */
export function PurchaseButton({ t, card }: Props) {
  const { button, token, draft } = card;
  const values = { token: token.display, network: CHAINS[draft.chainId].name };
  const press = () => {
    if (button === 'connect') requestIsland('connect');
    else if (button === 'wrongNetwork') void askForNetwork(draft.chainId);
    else void buy({ chainId: draft.chainId, symbol: draft.symbol, amount: draft.amount });
  };
  const pressable = isPressable(button);
  return (
    <button
      className="button button-primary button-wide"
      type="submit"
      aria-disabled={!pressable}
      aria-busy={button === 'waiting' || button === 'recording'}
      onClick={pressable ? press : undefined}
    >
      {t(LABELS[button], values)}
    </button>
  );
}

async function askForNetwork(chainId: ChainId): Promise<void> {
  try {
    const { switchNetwork } = await import('#src/stores/switch-network.ts');
    await switchNetwork(chainId, 'purchase');
  } catch (error) {
    console.warn(error);
    showToast({ key: 'networkSwitchFailed', variant: 'destructive' });
  }
}

const LABELS = {
  soldOut: 'presale.button.soldOut',
  closed: 'presale.button.closed',
  paused: 'presale.button.paused',
  off: 'presale.button.off',
  connect: 'wallet.connect',
  connecting: 'wallet.connecting',
  waiting: 'presale.button.waiting',
  recording: 'presale.button.recording',
  waitingPrice: 'presale.button.waitingPrice',
  waitingNetwork: 'presale.button.waitingNetwork',
  notOffered: 'presale.button.notOffered',
  wrongNetwork: 'presale.button.wrongNetwork',
  unclear: 'presale.button.unclear',
  insufficient: 'presale.button.insufficient',
  purchase: 'presale.button.purchase',
} as const satisfies Record<ButtonState, string>;
