import type { CardPartProps } from '../card-props.ts';

interface Props extends Pick<CardPartProps, 't'> {
  /** The prices or the sale have changed: the purchase must be checked again. */
  readonly isOld: boolean;
  /** A part of the amount buys no tokens. */
  readonly oversold: boolean;
  /**
   * Lowers the amount to the rest of the sale, shown as an amount with its coin; null if that is not a valid payment.
   */
  readonly fill: { readonly amount: string; readonly press: () => void } | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly onReadAgain: () => void;
}

/** The actions of a summary. For an oversold payment the first one lowers the amount to the rest of the sale. */
export function SummaryActions({ t, isOld, oversold, fill, onCancel, onConfirm, onReadAgain }: Props) {
  const cancel = (
    <button className="button" type="button" data-first-focus onClick={onCancel}>
      {t('pay.review.cancel')}
    </button>
  );
  if (oversold && !isOld)
    return (
      <div className="stack dialog-actions">
        {fill !== null && (
          <button className="button button-primary" type="button" onClick={fill.press}>
            {t('pay.over.fill', { amount: fill.amount })}
          </button>
        )}
        <button className="button" type="button" onClick={onConfirm}>
          {t('pay.over.full')}
        </button>
        {cancel}
      </div>
    );
  return (
    <div className="row row-between dialog-actions">
      {cancel}
      <button className="button button-primary" type="button" onClick={isOld ? onReadAgain : onConfirm}>
        {t(isOld ? 'pay.review.refresh' : 'pay.review.confirm')}
      </button>
    </div>
  );
}
