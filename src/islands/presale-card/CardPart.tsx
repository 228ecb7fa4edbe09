import { type ComponentType, useCallback } from 'react';
import { usePart } from '#src/components/ui/use-part.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { answerSummary } from '#src/purchase/purchase.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { CardPartProps, CardProps } from './card-props.ts';

interface Props extends Omit<CardPartProps, 't'> {
  readonly name: CardPartName;
  readonly texts: CardProps['texts'];
}

/** An open window of the card; one that fails to load says so, and a summary among them sends nothing. */
export function CardPart({ name, texts, ...props }: Props) {
  const { onClose } = props;
  const load = useCallback(async () => {
    const { loadTexts } = await import('#src/client/load-texts.ts');
    const [Part, later] = await Promise.all([CARD_PARTS[name](), loadTexts()]);
    return { Part, t: textOf({ ...texts, ...later }) };
  }, [name, texts]);
  const part = usePart(load, () => {
    onClose();
    answerSummary(null);
    showToast({ key: 'partFailed', variant: 'destructive' });
  });
  return part === null ? null : <part.Part {...props} t={part.t} />;
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
