import type { ComponentType, ReactNode } from 'react';
import { usePartOnPage } from '#src/components/ui/page.tsx';
import { usePart } from '#src/components/ui/use-part.ts';
import { maxAmount } from '#src/purchase/offer/purchase-rules.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { FeeProps, FillProps, GasProps, HelpProps } from './AmountHelp.tsx';
import type { StoredProps } from './EarlierPayments.tsx';
import type { SuccessProps } from './SuccessPanel.tsx';
import type { UnitProps } from './UnitField.tsx';
import type { CardModel } from './use-card.ts';

/** What the network takes for the payment; if it cannot be loaded, the summary says it. */
export const FeePlace = placeOf<FeeProps>('FeeNote');

/** Offers the amount that the sale can take; if it cannot be loaded, the visitor types the amount. */
export const FillPlace = placeOf<FillProps>('FillSale');

/** What must stay for gas; without it the purchase says so. */
export const GasPlace = placeOf<GasProps>('GasNote');

/** Says how an amount is understood, and the minimum that it misses; if it cannot be loaded, the purchase says so. */
export const HelpPlace = placeOf<HelpProps>('AmountHelp');

/** Tells of payments whose fate is not known; if it cannot be loaded, the next summary still does. */
export const UnknownPlace = placeOf<object>('UnknownPayments');

/** Tells of a payment that the browser keeps; if it cannot be loaded, the list of transactions still does. */
export function StoredPlace(props: StoredProps) {
  const note = useLater(
    (parts) => <parts.StoredNote {...props} />,
    () => props.onMore?.(),
  );
  // Next to the form it has no button, and is shorter.
  return <div className={props.onMore ? 'sale-stored' : undefined}>{note}</div>;
}

/** Shows the success panel, which the summary before it has already loaded. */
export function SuccessPlace(props: SuccessProps) {
  return useLater(
    (parts) => <parts.SuccessPanel {...props} />,
    () => showToast({ key: 'partFailed', variant: 'destructive' }),
  );
}

/** The amount in dollars or SYNX; if it cannot be loaded, it is entered in the coin. */
export function UnitPlace({ onFail, ...props }: UnitProps & { readonly onFail: () => void }) {
  const parts = usePart(load, onFail);
  return parts ? <parts.UnitField {...props} /> : <input className="input" disabled />;
}

/** So many dollars as decimal text in the coin. */
export async function loadQuick(card: CardModel, quick: string): Promise<string | null> {
  const parts = await load().catch(() => null);
  return parts?.amountIn(card, 'usd', quick) ?? null;
}

/** The amount that MAX fills in, in base units; without the part that knows the rest of the sale, the wallet's. */
export async function loadMost(card: CardModel, balance: bigint): Promise<bigint> {
  const parts = await load().catch(() => null);
  return parts === null ? maxAmount(card.token, balance) : parts.mostToPay(card, balance);
}

/** The place of a part that appears once it has loaded, with the texts that load with it. */
function placeOf<Props extends object>(name: 'FeeNote' | 'FillSale' | 'GasNote' | 'AmountHelp' | 'UnknownPayments') {
  return (props: Props) =>
    useLater((parts) => {
      const Part = parts[name] as ComponentType<object>;
      return <Part {...props} />;
    });
}

/** What `show` makes of the parts, once they have loaded with their texts. */
function useLater(show: (parts: Awaited<ReturnType<typeof loadWithTexts>>) => ReactNode, onFail = () => {}) {
  return usePartOnPage(loadWithTexts, onFail, show);
}

async function loadWithTexts() {
  const { loadTexts } = await import('#src/client/load-texts.ts');
  const [parts, texts] = await Promise.all([load(), loadTexts()]);
  return { ...parts, texts };
}

function load() {
  return import('./dialogs/summary-parts.ts').then((part) => part.SUMMARY_PARTS);
}
