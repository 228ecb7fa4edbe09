import { type ComponentType, useCallback } from 'react';
import { usePartOnPage } from '#src/components/ui/page.tsx';
import { answerSummary } from '#src/purchase/offer/purchase.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { CardPartProps } from './card-props.ts';

interface Props extends CardPartProps {
  readonly name: CardPartName;
}

/** An open window of the card; one that fails to load says so, and a summary among them sends nothing. */
export function CardPart({ name, ...props }: Props) {
  const { onClose } = props;
  const load = useCallback(async () => {
    const { loadTexts } = await import('#src/client/load-texts.ts');
    const [Part, texts] = await Promise.all([CARD_PARTS[name](), loadTexts()]);
    return { Part, texts };
  }, [name]);
  const fail = () => {
    onClose();
    answerSummary(null);
    showToast({ key: 'partFailed', variant: 'destructive' });
  };
  return usePartOnPage(load, fail, ({ Part }) => <Part {...props} />);
}

/** The windows of the card; each loads when it is first opened. */
export const CARD_PARTS = {
  basis: () => import('./dialogs/price-windows.ts').then((part) => part.PRICE_WINDOWS.BasisWindow),
  history: () => import('./dialogs/price-windows.ts').then((part) => part.PRICE_WINDOWS.PriceTimeline),
  leaving: () => import('./dialogs/LeavingNotice.tsx').then((part) => part.LeavingNotice),
  selector: () => import('./dialogs/TokenSelector.tsx').then((part) => part.TokenSelector),
  summary: () => import('./dialogs/summary-parts.ts').then((part) => part.SUMMARY_PARTS.SummarySheet),
} as const satisfies Record<string, () => Promise<ComponentType<CardPartProps>>>;

export type CardPartName = keyof typeof CARD_PARTS;
