import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { LaterCardProps } from '../card-props.ts';

interface Props {
  /** The prices or the sale have changed: the purchase must be checked again. */
  readonly isOld: boolean;
  /** A part of the amount buys no tokens. */
  readonly oversold: boolean;
  /** Lowers the amount to the rest of the sale, shown with its coin; null if that is no valid payment. */
  readonly fill: { readonly amount: string; readonly press: () => void } | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly onReadAgain: () => void;
}

/** The actions of a summary. For an oversold payment the first one lowers the amount to the rest of the sale. */
export function SummaryActions({ isOld, oversold, fill, onCancel, onConfirm, onReadAgain }: Props) {
  const { t } = usePage<LaterCardProps>();
  const cancel = <Button text={t('pay.review.cancel')} data-first-focus onClick={onCancel} />;
  if (oversold && !isOld)
    return (
      <div className="stack dialog-actions">
        {fill !== null && (
          <Button look="primary" text={t('pay.over.fill', { amount: fill.amount })} onClick={fill.press} />
        )}
        <Button text={t('pay.over.full')} onClick={onConfirm} />
        {cancel}
      </div>
    );
  return (
    <div className="row row-between dialog-actions">
      {cancel}
      <Button
        look="primary"
        text={t(isOld ? 'pay.review.refresh' : 'pay.review.confirm')}
        onClick={isOld ? onReadAgain : onConfirm}
      />
    </div>
  );
}
