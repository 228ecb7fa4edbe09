import { useCallback } from 'react';
import { usePart } from '#src/components/ui/use-part.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { answerReview } from '#src/purchase/purchase.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { CardPartProps } from './card-part-props.ts';
import { CARD_PARTS, type CardPartName } from './card-parts.ts';
import type { CardProps } from './card-props.ts';

interface Props extends Omit<CardPartProps, 't'> {
  readonly name: CardPartName;
  readonly texts: CardProps['texts'];
}

/** An open window of the card; one that fails to load says so, and a review among them sends nothing. */
export function CardPart({ name, texts, ...props }: Props) {
  const { onClose } = props;
  const load = useCallback(async () => {
    const { loadTexts } = await import('#src/client/load-texts.ts');
    const [Part, later] = await Promise.all([CARD_PARTS[name](), loadTexts()]);
    return { Part, t: textOf({ ...texts, ...later }) };
  }, [name, texts]);
  const part = usePart(load, () => {
    onClose();
    answerReview(null);
    showToast({ key: 'partFailed', variant: 'destructive' });
  });
  return part === null ? null : <part.Part {...props} t={part.t} />;
}
