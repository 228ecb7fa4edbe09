import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { LaterCardProps } from '../card-props.ts';

/** A payment that exceeds the rest of the sale; amounts with their coin, as texts. */
export interface Oversold {
  /** The excess that would buy nothing, and its value in US dollars. */
  readonly amount: string;
  readonly usd: string;
  /** The tokens that the sale has left. */
  readonly tokens: string;
  /** The smallest payment the sale takes, if the remaining tokens cost less; otherwise null. */
  readonly minimum: string | null;
}

/** The part of a payment that buys no tokens, and what happens to it. */
export function OversoldNotice({ oversold: { minimum, ...values } }: { readonly oversold: Oversold }) {
  const { t, terms } = usePage<LaterCardProps>();
  return (
    <section className="card-banner stack-tight warning" role="alert">
      <p>
        <strong>{t('pay.over.title', values)}</strong>
      </p>
      <p>{t('pay.over.text', values)}</p>
      {minimum !== null && <p>{t('pay.over.belowMinimum', { amount: minimum })}</p>}
      <p>
        <Link text={t('pay.review.termsLink')} apart href={`${terms.path}#refunds`} />
      </p>
    </section>
  );
}
