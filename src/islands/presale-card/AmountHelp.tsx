import { useStore } from '@nanostores/react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { PURCHASE_LIMITS, STATED_TOKEN_PRICE } from '#src/config/limits.ts';
import { coinOf } from '#src/config/tokens.ts';
import { formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { type BuyRest, restAmount } from '#src/purchase/offer/card-quote.ts';
import { gasReserve, maxAmount, payableAmount, shortfall } from '#src/purchase/offer/purchase-rules.ts';
import { $balances } from '#src/stores/balances.ts';
import type { CardPiece, LaterCardProps } from './card-props.ts';
import type { CardModel } from './use-card.ts';
import { useFees } from './use-fees.ts';

/** One group of thousands, or three decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

export interface HelpProps extends Pick<CardPiece, 'card'> {
  /** The field understood other characters than those typed. */
  readonly isChanged: boolean;
  /** The visitor has stopped typing. */
  readonly isComplete: boolean;
}

/** How the amount is understood, where it can be read in two ways, and the minimum that it misses. */
export function AmountHelp({ card: { draft, token, amount, rates }, isChanged, isComplete }: HelpProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const isUnclear = amount > 0n && (isChanged || AMBIGUOUS.test(draft.amount));
  const missed = isComplete && amount > 0n ? shortfall(token, amount, rates) : null;
  return (
    <>
      {draft.leftOut.length > 0 && (
        <p className="danger">{t('pay.amount.leftOut', { text: shownText(draft.leftOut) })}</p>
      )}
      {isUnclear && (
        <p className="note">
          {t('pay.amount.read', {
            amount: formatNumber(formatUnits(amount, token.decimals), tag, 0, token.decimals),
            token: token.display,
          })}
        </p>
      )}
      {missed !== null && <p className="danger">{t(missed.textKey, missed.values)}</p>}
      {missed?.textKey === 'presale.minimum.tokens' && rates.synxE8 !== toUnits(STATED_TOKEN_PRICE, 8) && (
        <p className="note">
          {t('presale.minimum.help', {
            usd: formatUsd(formatUnits(rates.synxE8 * PURCHASE_LIMITS.minimumSynx, 8), tag, 4),
          })}
        </p>
      )}
    </>
  );
}

/** The parts of a typed text, whole unless they are many or long; each apart from the direction of the words. */
function shownText(parts: readonly string[]): string {
  const shown = parts.slice(0, 4).map((part) => `\u2068${part.length > 12 ? `${part.slice(0, 11)}…` : part}\u2069`);
  return `${shown.join(' ')}${parts.length > shown.length ? ' …' : ''}`;
}

export type FeeProps = Pick<CardPiece, 'card'>;

/** About what the network takes for the payment, before the wallet is asked. */
export function FeeNote({ card }: FeeProps) {
  return <span className="block">{useFees(card)(card.token)}</span>;
}

export interface GasProps extends Pick<CardPiece, 'card'> {
  /** True after MAX: then the payable amount is offered next to the stated one (decision 18). */
  readonly tookMax: boolean;
  readonly onUse: (amount: string) => void;
}

/**
 * The amount to keep for gas: for a coin with a one-tap amount that is really payable, for a token as a note, unless
 * the wallet has twice as much.
 */
export function GasNote({ card, tookMax, onUse }: GasProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { token, amount, balance, coin, insufficient } = card;
  const known = useStore($balances);
  if (token.address !== null) {
    const left = known[`${token.chainId}:${coinOf(token.chainId).symbol}`] ?? 0n;
    return left >= 2n * gasReserve(token, 0n) ? null : (
      <p className="note">
        {t('presale.gas.token', { amount: formatNumber(PURCHASE_LIMITS.gasBufferToken, tag, 0, 6), coin })}
      </p>
    );
  }
  if (balance === null || insufficient) return null;
  const payable = payableAmount(token, balance);
  if (amount <= payable || (amount === 0n && !tookMax)) return null;
  const stay = formatNumber(formatUnits(gasReserve(token, 0n), token.decimals), tag, 0, 6);
  const use = formatUnits(payable, token.decimals);
  return (
    <p className="row warning gas-offer">
      <span>{t('presale.gas.stay', { amount: stay, coin })}</span>
      {payable > 0n ? (
        <Button
          look="primary"
          text={t('presale.gas.use', { amount: formatNumber(use, tag, 0, 6), coin })}
          onClick={() => onUse(use)}
        />
      ) : (
        <span>{t('presale.gas.none')}</span>
      )}
    </p>
  );
}

export interface FillProps extends Pick<CardPiece, 'card' | 'busy' | 'onFill'> {
  /** Buy Rest's offer for the phase. */
  readonly rest: BuyRest;
}

/** One tap for the amount that the sale can take, at live prices, once more is entered; not next to Buy Rest. */
export function FillSale({ card, busy, rest, onFill }: FillProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { token, balance, minimum, quote } = card;
  const all = saleRest(card);
  if (all === null || balance === null || all < minimum || all >= maxAmount(token, balance)) return null;
  if (all === card.amount)
    return <Status look="note" text={t('pay.amount.rest', { tokens: formatNumber(String(quote.tokens), tag) })} />;
  const amount = formatUnits(all, token.decimals);
  if (card.amount < all || (rest.state === 'offered' && rest.amount === amount)) return null;
  return (
    <Button
      look="small"
      text={t('presale.fillSale', { amount: formatNumber(amount, tag, 0, 6), token: token.display })}
      disabled={busy}
      onClick={() => onFill(amount)}
    />
  );
}

/** What pays for the rest of the sale, in base units; null while a price is missing. */
export function saleRest({ token, rates, pricing }: Pick<CardModel, 'token' | 'rates' | 'pricing'>): bigint | null {
  return token.pricing === 'dollar' || rates.coinLive ? restAmount(token, rates, pricing.data) : null;
}

/** The amount that MAX fills in, in base units: the wallet's, or less if the sale has less (decision 18). */
export function mostToPay(card: Pick<CardModel, 'token' | 'rates' | 'pricing'>, balance: bigint): bigint {
  const most = maxAmount(card.token, balance);
  const rest = saleRest(card);
  return rest !== null && rest < most ? rest : most;
}
