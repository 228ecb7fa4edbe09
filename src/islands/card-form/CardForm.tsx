import { useId, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { CARD_FLOW } from '#src/config/limits.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { cardTokens } from './card-intent.ts';

interface Props {
  readonly texts: Texts<'presale'>;
  readonly tag: string;
  /** Receives an amount in USD that is valid for card payment. */
  readonly onPay: (usd: string) => void;
}

/** The amount of a card payment, from 20 USD (R5.021, R5.022). No page shows it: the card flow is not live. */
export function CardForm({ texts, tag, onPay }: Props) {
  const id = useId();
  const [usd, setUsd] = useState<string>(CARD_FLOW.minimumUsd);
  const tokens = cardTokens(usd);
  const t = textOf(texts);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (tokens !== null) onPay(usd);
      }}
    >
      <div className="field">
        <label htmlFor={id}>{t('presale.amount', { token: 'USD' })}</label>
        <input
          id={id}
          className="input input-number ltr"
          type="number"
          inputMode="decimal"
          min={CARD_FLOW.minimumUsd}
          step="0.01"
          required
          value={usd}
          onChange={(event) => setUsd(event.target.value)}
        />
        <p className="note number">{t('presale.minimum.effective', { amount: CARD_FLOW.minimumUsd, token: 'USD' })}</p>
      </div>
      <output>{t('presale.receiveTokens', { tokens: formatNumber(String(tokens ?? 0n), tag) })}</output>
      <Button look="primary" text={t('presale.card')} type="submit" disabled={tokens === null} />
    </form>
  );
}
