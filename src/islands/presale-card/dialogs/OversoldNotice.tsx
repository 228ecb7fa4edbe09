import type { CardPartProps } from '../card-part-props.ts';

/** Of a payment that is more than the sale can take; amounts with their coin, as texts. */
export interface Oversold {
  /** What would buy nothing, and its value in US dollars. */
  readonly amount: string;
  readonly usd: string;
  /** What the sale has left. */
  readonly tokens: string;
  /** The smallest payment the sale takes, if the remaining tokens cost less than that; otherwise null. */
  readonly minimum: string | null;
}

interface Props extends Pick<CardPartProps, 't'> {
  readonly termsPath: string;
  readonly oversold: Oversold;
}

/** Which part of a payment finds no tokens, and what happens to it. */
export function OversoldNotice({ t, termsPath, oversold: { minimum, ...values } }: Props) {
  return (
    <section className="card-banner stack-tight warning" role="alert">
      <p>
        <strong>{t('pay.over.title', values)}</strong>
      </p>
      <p>{t('pay.over.text', values)}</p>
      {minimum !== null && <p>{t('pay.over.belowMinimum', { amount: minimum })}</p>}
      <p>
        <a className="link" href={`${termsPath}#refunds`} target="_blank" rel="noreferrer">
          {t('pay.review.termsLink')}
        </a>
      </p>
    </section>
  );
}
