import type { CardPartProps } from '../card-part-props.ts';

interface Props extends Pick<CardPartProps, 't'> {
  /** The prices or the sale have changed: only a new reading leads on. */
  readonly isOld: boolean;
  /** A part of the amount finds no tokens. */
  readonly oversold: boolean;
  /** Lowers the amount to what the sale can take, shown as an amount with its coin; null where that is no payment. */
  readonly fill: { readonly amount: string; readonly press: () => void } | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly onReadAgain: () => void;
}

/** The ways on from a review. Of an oversold payment the first choice is what the sale can take. */
export function ReviewActions({ t, isOld, oversold, fill, onCancel, onConfirm, onReadAgain }: Props) {
  const cancel = (
    <button className="button" type="button" data-first-focus onClick={onCancel}>
      {t('pay.review.cancel')}
    </button>
  );
  if (oversold && !isOld)
    return (
      <div className="stack">
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
    <div className="row row-between">
      {cancel}
      <button className="button button-primary" type="button" onClick={isOld ? onReadAgain : onConfirm}>
        {t(isOld ? 'pay.review.refresh' : 'pay.review.confirm')}
      </button>
    </div>
  );
}
