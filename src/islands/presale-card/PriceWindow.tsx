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
  return (
    <p className="note sale-window">
      {pricing !== undefined && !hasEnded(pricing) && (
        <>
          {t(`presale.window.${pricing.lastWindow ?? 'first'}`, { number: pricing.windowNumber })}
          {gapOf(tag)}
          {pricing.nextPhasePrice !== null && t('presale.window.rule') + gapOf(tag)}
        </>
      )}
      <button className="link-inline" type="button" onClick={onHistory}>
        {t('presale.history')}
      </button>
    </p>
  );
}
