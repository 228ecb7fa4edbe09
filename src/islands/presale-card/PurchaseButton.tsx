import { useEffect, useState } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { requestIsland } from '#src/components/ui/request-island.ts';
import { CHAINS } from '#src/config/chains.ts';
import type { Draft } from '#src/purchase/hand-off.ts';
import { buy } from '#src/purchase/offer/purchase.ts';
import { isInDoubt, type KeptPayments, keptPayments } from '#src/purchase/payment-requests.ts';
import { $outbox } from '#src/purchase/pending-purchases.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { CardPiece, CardProps } from './card-props.ts';
import { type ButtonState, isPressable, purchaseAskedAt, storeDraft } from './use-card.ts';

/**
 * The purchase button says its action, or why there is none; really disabled it would lose the focus. A phone, which
 * the style recognises, is told before the press that no wallet connects on it.
 */
export function PurchaseButton({ card }: Pick<CardPiece, 'card'>) {
  const { t } = usePage<CardProps>();
  const { button, token, draft } = card;
  const values = { token: token.display, network: CHAINS[draft.chainId].name };
  const press = () => {
    if (button === 'connect') requestIsland('connect');
    else if (button === 'wrongNetwork') void askForNetwork(draft, card.amount > 0n && draft.leftOut.length === 0);
    else void pay(draft);
  };
  useResumed(draft, button === 'purchase');
  // While a payment to another address is told of: the payment's panel, just below, says why.
  const pressable = isPressable(button) && !card.purchase.tracked?.astray;
  return (
    <>
      <button
        className="button button-primary button-wide"
        type="submit"
        aria-disabled={!pressable}
        aria-describedby="astray"
        aria-busy={button === 'waiting' || button === 'recording'}
        onClick={pressable ? press : undefined}
      >
        {t(labelOf(button), values)}
      </button>
      <p className="note sale-phone">{t('presale.onComputer')}</p>
    </>
  );
}

function labelOf(button: ButtonState) {
  return button === 'connect' || button === 'connecting'
    ? (`wallet.${button}` as const)
    : (`presale.button.${button}` as const);
}

function pay({ chainId, symbol, amount }: Draft, kept?: KeptPayments): Promise<void> {
  return buy({ chainId, symbol, amount }, kept);
}

/** How long after the press a reloaded page may still open the summary by itself, in milliseconds. */
const RESUME_MS = 60_000;

/** Resumes, once, the purchase for which the last page reloaded, if the form is the same and no payment is kept. */
function useResumed(draft: Draft, isReady: boolean): void {
  const [asked, setAsked] = useState(() => ({ draft, at: purchaseAskedAt() }));
  useEffect(() => {
    if (asked.at === 0 || (asked.draft === draft && !isReady)) return;
    setAsked({ draft, at: 0 });
    const age = Date.now() - asked.at;
    if (asked.draft === draft && age >= 0 && age <= RESUME_MS && $outbox.get().length === 0) void pay(draft);
  }, [asked, draft, isReady]);
}

/** Asks for the purchase's network and goes on with it, here or after the reload; its summary still asks. */
async function askForNetwork(draft: Draft, hasAmount: boolean): Promise<void> {
  const kept = keptPayments();
  try {
    const { switchNetwork } = await import('#src/stores/switch-network.ts');
    // A reloaded page would not know what became of a payment in doubt: then the visitor presses again.
    if (hasAmount && !kept.requests.some(isInDoubt)) storeDraft({ ...draft, askedAt: Date.now() });
    const end = await switchNetwork(draft.chainId, 'purchase');
    // A form that was changed meanwhile is stored without it.
    if (end === 'reloads' || purchaseAskedAt() === 0) return;
    storeDraft(draft);
    if (end === 'stays') await pay(draft, kept);
  } catch (error) {
    console.warn(error);
    showToast({ key: 'networkSwitchFailed', variant: 'destructive' });
  }
}
