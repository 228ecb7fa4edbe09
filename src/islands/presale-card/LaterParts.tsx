import { usePart } from '#src/components/ui/use-part.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { maxAmount } from '#src/purchase/purchase-rules.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { FeeProps, FillProps, GasProps, HelpProps } from './AmountHelp.tsx';
import type { StoredProps, UnknownProps } from './EarlierPayments.tsx';
import type { SuccessProps } from './SuccessPanel.tsx';
import type { UnitProps } from './UnitField.tsx';
import type { CardModel } from './use-card.ts';

/** What the network takes for the payment; if it cannot be loaded, the summary says it. */
export function FeePlace(props: Omit<FeeProps, 'later'>) {
  const parts = useLater();
  return parts && <parts.FeeNote {...props} later={parts.later} />;
}

/** Offers the amount that the sale can take, once there is a balance to compare it with. */
export function FillPlace(props: Omit<FillProps, 'later'>) {
  // If it cannot be loaded, the visitor types the amount.
  const parts = useLater();
  return parts && <parts.FillSale {...props} later={parts.later} />;
}

/** What must stay for gas; without it the purchase says so. */
export function GasPlace(props: GasProps) {
  const parts = useLater();
  return parts && <parts.GasNote {...props} />;
}

/** Says how an amount is understood, and the minimum that it misses; if it cannot be loaded, the purchase says so. */
export function HelpPlace(props: Omit<HelpProps, 'later'>) {
  const parts = useLater();
  return parts && <parts.AmountHelp {...props} later={parts.later} />;
}

/** Tells of a payment that the browser keeps; if it cannot be loaded, the list of transactions still does. */
export function StoredPlace(props: Omit<StoredProps, 'later'>) {
  const parts = useLater(() => props.onMore?.());
  // Next to the form it has no button, and is shorter.
  return (
    <div className={props.onMore ? 'sale-stored' : undefined}>
      {parts && <parts.StoredNote {...props} later={parts.later} />}
    </div>
  );
}

/** Tells of payments whose fate is not known; if it cannot be loaded, the next summary still does. */
export function UnknownPlace({ tag }: Pick<UnknownProps, 'tag'>) {
  const parts = useLater();
  return parts && <parts.UnknownPayments later={parts.later} tag={tag} />;
}

/** Shows the success panel, which the summary before it has already loaded. */
export function SuccessPlace(props: Omit<SuccessProps, 'later'>) {
  const parts = useLater(() => showToast({ key: 'partFailed', variant: 'destructive' }));
  return parts && <parts.SuccessPanel {...props} later={parts.later} />;
}

/** The amount in dollars or SYNX; if it cannot be loaded, it is entered in the coin. */
export function UnitPlace({ onFail, ...props }: UnitProps & { readonly onFail: () => void }) {
  const parts = usePart(load, onFail);
  return parts ? <parts.UnitField {...props} /> : <input className="input" disabled />;
}

/** A quick amount as decimal text in the coin: so many dollars, or a share of the balance in percent. */
export async function loadQuick(card: CardModel, quick: string): Promise<string | null> {
  const parts = await load().catch(() => null);
  if (parts === null) return null;
  return card.balance === null ? parts.amountIn(card, 'usd', quick) : parts.shareOf(card, card.balance, BigInt(quick));
}

/** The amount that MAX fills in, in base units; without the part that knows the rest of the sale, the wallet's. */
export async function loadMost(card: CardModel, balance: bigint): Promise<bigint> {
  const parts = await load().catch(() => null);
  return parts === null ? maxAmount(card.token, balance) : parts.mostToPay(card, balance);
}

/** The parts with their texts, once they have loaded. */
function useLater(onFail: () => void = () => undefined) {
  return usePart(loadWithTexts, onFail);
}

async function loadWithTexts() {
  const { loadTexts } = await import('#src/client/load-texts.ts');
  const [parts, texts] = await Promise.all([load(), loadTexts()]);
  return { ...parts, later: textOf(texts) };
}

function load() {
  return import('./dialogs/summary-parts.ts').then((part) => part.SUMMARY_PARTS);
}
