import { useStore } from '@nanostores/react';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS } from '#src/config/chains.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { usdToDecimal, VALUE_PER_MICRO } from '#src/lib/money/quote.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { isIndicative, partLine } from '#src/purchase/offer/card-quote.ts';
import { $prices } from '#src/stores/presale.ts';
import type { LaterCardProps } from '../card-props.ts';
import type { CardModel } from '../use-card.ts';

interface Props extends Pick<CardModel, 'token' | 'rates' | 'quote'> {}

/** Decimals of a share of a token, which is not credited. */
const SHARE_DECIMALS = 4;

/** The source and the age of the coin's price, and how the result is rounded (decisions 5 and 10). */
export function PriceBasis({ token, rates, quote }: Props) {
  const { t, tag } = usePage<LaterCardProps>();
  const { data: prices } = useStore($prices);
  const { name, priceKey, nativeCurrency } = CHAINS[token.chainId];
  const readAt = prices?.updatedAt[priceKey] ?? null;
  return (
    <>
      {token.pricing === 'dollar' ? (
        <p>{t('pay.basis.stable', { coin: token.display })}</p>
      ) : (
        readAt !== null && (
          <p>
            {t('pay.basis.coin', {
              coin: nativeCurrency.symbol,
              price: formatUsd(rates.coin, tag, 4),
              feed: FEEDS[token.chainId].descriptions[0],
              network: name,
              time: formatTime(readAt, tag),
            })}
          </p>
        )
      )}
      {isIndicative({ rates, token }) && <p className="warning">{t('presale.rate.indicative')}</p>}
      <Result rates={rates} quote={quote} />
    </>
  );
}

/** The tokens of the amount: of one phase with the share that is left out, of several with the part of each. */
function Result({ rates, quote }: Omit<Props, 'token'>) {
  const { t, tag } = usePage<LaterCardProps>();
  const [part, ...others] = quote.parts;
  if (part === undefined) return null;
  const value = usdToDecimal(quote.value);
  const tokens = formatNumber(String(quote.tokens), tag);
  if (quote.unallotted > 0n) return <p className="warning">{t('presale.rate.exceeds', { tokens })}</p>;
  if (others.length > 0)
    return (
      <>
        {quote.parts.map((each) => (
          <p className="number" key={each.phase}>
            {partLine(t, tag, each)}
          </p>
        ))}
        <p>{t('pay.basis.parts', { usd: formatUsd(value, tag), tokens })}</p>
      </>
    );
  const exact = formatUnits(sharesOf(quote.value, part.priceMicroUsd), SHARE_DECIMALS);
  const price = formatUsd(rates.synx, tag, 6);
  // With as many digits as whoever repeats the division needs.
  const usd = formatUsd(value, tag, 6);
  return <p>{t('pay.basis.result', { usd, price, exact: formatNumber(exact, tag, 0, SHARE_DECIMALS), tokens })}</p>;
}

/** Ten-thousandths of a token that a value buys. */
function sharesOf(value: bigint, priceMicroUsd: bigint): bigint {
  return (value * 10n ** BigInt(SHARE_DECIMALS)) / (priceMicroUsd * VALUE_PER_MICRO);
}
