import type { Operator } from '#src/config/operator.ts';
import type { CardPartProps } from '../card-props.ts';

interface Props extends Pick<CardPartProps, 't'> {
  /** Who sells; null in a build that names nobody. */
  readonly operator: Operator | null;
}

/** What a payment can cost, the worst first, and who has not signed for it. */
export function Risks({ t, operator }: Props) {
  return (
    <ul className="note notes">
      <li className="loss">{t('pay.review.final')}</li>
      <li>{t(operator === null ? 'pay.review.nobody' : 'pay.review.unpublished')}</li>
      <li>{t('presale.rate.note')}</li>
      <li>{t('pay.review.credited')}</li>
      <li>{t('pay.review.locked')}</li>
    </ul>
  );
}
