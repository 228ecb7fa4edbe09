import { useId } from 'react';
import { CHAIN_IDS, CHAINS, type ChainId } from '#src/config/chains.ts';
import { paymentOptions, type TokenSymbol } from '#src/config/tokens.ts';
import { AmountField } from './AmountField.tsx';
import type { CardText } from './card-text.ts';
import { PurchaseButton } from './PurchaseButton.tsx';
import { Receive } from './Receive.tsx';
import type { Card } from './use-card.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  readonly card: Card;
}

/** Network, token, amount, what is received for it, and the purchase button. */
export function PaymentForm({ t, tag, card }: Props) {
  const id = useId();
  const { draft, purchase } = card;
  const busy = purchase.stage !== 'idle';
  return (
    <div className="stack">
      <div className="pair">
        <div className="field">
          <label htmlFor={`${id}-chain`}>{t('presale.chain')}</label>
          <select
            id={`${id}-chain`}
            className="input"
            value={draft.chainId}
            disabled={busy}
            onChange={(event) => card.setChain(Number(event.target.value) as ChainId)}
          >
            {CHAIN_IDS.map((chainId) => (
              <option key={chainId} value={chainId}>
                {CHAINS[chainId].name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-token`}>{t('presale.token')}</label>
          <select
            id={`${id}-token`}
            className="input"
            value={draft.symbol}
            disabled={busy}
            onChange={(event) => card.setToken(event.target.value as TokenSymbol)}
          >
            {paymentOptions(draft.chainId).map(({ symbol, display }) => (
              <option key={symbol} value={symbol}>
                {symbol === display ? display : t('presale.tokenLegacy', { token: display })}
              </option>
            ))}
          </select>
        </div>
      </div>
      <AmountField t={t} tag={tag} card={card} busy={busy} />
      <Receive t={t} tag={tag} card={card} />
      <PurchaseButton t={t} card={card} />
    </div>
  );
}
