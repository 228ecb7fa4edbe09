import { usePage } from '#src/components/ui/page.tsx';
import type { Operator } from '#src/config/operator.ts';
import type { LaterCardProps } from '../card-props.ts';

interface Props {
  /** Who sells; null in a build that names nobody. */
  readonly operator: Operator | null;
}

/** What a payment can cost, the worst first, and who has not signed for it. */
export function Risks({ operator }: Props) {
  const { t } = usePage<LaterCardProps>();
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
