import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAIN_IDS, CHAINS } from '#src/config/chains.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { usdToDecimal, usdValue } from '#src/lib/money/quote.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { isIndicative } from '#src/purchase/offer/card-quote.ts';
import { effectiveMinimum, priceOf } from '#src/purchase/offer/purchase-rules.ts';
import { $balances } from '#src/stores/balances.ts';
import { $elsewhere } from '#src/stores/balances-elsewhere.ts';
import type { CardPartProps, LaterCardProps } from '../card-props.ts';
import { useFees, useRates } from '../use-fees.ts';

/** So many are offered; the lists of the networks have the others. */
const MOST = 4;

interface Props extends Pick<CardPartProps, 'card'> {
  readonly onChoose: (token: Token) => void;
}

/** "Pay with what you have": the wallet's coins on all networks that can pay for a purchase, the richest first. */
export function PayWith({ card, onChoose }: Props) {
  const { t, tag } = usePage<LaterCardProps>();
  const id = useId();
  const balances = useStore($balances);
  const states = useStore($elsewhere);
  const ratesOf = useRates(card);
  const feeOf = useFees(card);
  const isReading = CHAIN_IDS.some((chainId) => states[chainId] === 'asking');
  const silent = CHAIN_IDS.filter((chainId) => states[chainId] === 'silent' && chainId !== card.wallet.walletChainId);
  const owned = TOKENS.flatMap((token) => {
    const rates = ratesOf(token.chainId);
    const balance = balances[`${token.chainId}:${token.symbol}`] ?? 0n;
    if (!token.accepted || balance < effectiveMinimum(token, rates)) return [];
    return [{ token, rates, balance, value: usdValue(balance, token.decimals, priceOf(token, rates.coinE8)) }];
  })
    .sort((one, other) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0))
    .slice(0, MOST);
  return (
    <section className="stack-tight" aria-labelledby={id}>
      <h3 id={id}>{t('pay.selector.have')}</h3>
      {silent.map((chainId) => (
        <p className="warning" key={chainId}>
          {t('pay.selector.silent', { network: CHAINS[chainId].name })}
        </p>
      ))}
      {owned.length === 0 && <p className="note">{t(isReading ? 'pay.selector.loading' : 'pay.selector.haveNone')}</p>}
      {owned.length > 0 && (
        <ul className="token-owned">
          {owned.map(({ token, rates, balance, value }) => (
            <li key={`${token.chainId}:${token.symbol}`}>
              <OwnedButton
                token={token}
                amount={`${formatNumber(formatUnits(balance, token.decimals), tag, 0, 6)} ${token.display}`}
                note={[CHAINS[token.chainId].name, feeOf(token)].filter((part) => part !== null).join(' · ')}
                value={isIndicative({ rates, token }) ? '' : formatUsd(usdToDecimal(value), tag)}
                onChoose={() => onChoose(token)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface OwnedProps {
  readonly token: Token;
  readonly amount: string;
  readonly note: string;
  readonly value: string;
  readonly onChoose: () => void;
}

function OwnedButton({ token, amount, note, value, onChoose }: OwnedProps) {
  return (
    <button type="button" onClick={onChoose}>
      <img src={`/icons/tokens/${token.icon}.svg`} alt="" width="32" height="32" />
      <span>
        <span className="ltr number">{amount}</span>
        <span className="note block">{note}</span>
      </span>
      <span className="number ltr">{value}</span>
    </button>
  );
}
