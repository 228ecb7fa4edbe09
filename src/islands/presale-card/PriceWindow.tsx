import type { PresalePricing } from '#src/contract/presale.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import type { CardText } from './card-text.ts';
import { hasEnded } from './has-ended.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  readonly pricing: PresalePricing | undefined;
  readonly onHistory: () => void;
}

/** What the running price window is and what its end may bring, with the recorded ones before it (decision 9). */
export function PriceWindow({ t, tag, pricing, onHistory }: Props) {
  const text = (last: PresalePricing['lastWindow'], number: number, hasRule: boolean) =>
    t(`presale.window.${last ?? 'first'}`, { number }) +
    gapOf(tag) +
    (hasRule ? t('presale.window.rule') + gapOf(tag) : '');
  return (
    <p className="note sale-window">
      {pricing === undefined ? (
        <span data-room={text(null, 1, true)} />
      ) : (
        !hasEnded(pricing) && (
          <span>{text(pricing.lastWindow, pricing.windowNumber, pricing.nextPhasePrice !== null)}</span>
        )
      )}
      <button className="link-inline" type="button" onClick={onHistory}>
        {t('presale.history')}
      </button>
    </p>
  );
}
