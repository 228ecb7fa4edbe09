import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { gasReserve, payableAmount } from '#src/purchase/purchase-rules.ts';
import type { CardText } from './card-text.ts';
import type { CardModel } from './use-card.ts';

export interface GasProps {
  readonly t: CardText;
  readonly tag: string;
  readonly card: CardModel;
  /** True after MAX: then the payable amount is offered next to the stated one (decision 18). */
  readonly tookMax: boolean;
  readonly onUse: (amount: string) => void;
}

/** The amount to keep for gas: for a coin with a one-tap amount that is really payable, for a token as a note. */
export function GasNote({ t, tag, card, tookMax, onUse }: GasProps) {
  const { token, amount, balance, coin, insufficient } = card;
  if (token.address !== null)
    return (
      <p className="note">
        {t('presale.gas.token', { amount: formatNumber(PURCHASE_LIMITS.gasBufferToken, tag, 0, 6), coin })}
      </p>
    );
  if (balance === null || insufficient) return null;
  const payable = payableAmount(token, balance);
  if (amount <= payable || (amount === 0n && !tookMax)) return null;
  const stay = formatNumber(formatUnits(gasReserve(token, 0n), token.decimals), tag, 0, 6);
  const use = formatUnits(payable, token.decimals);
  return (
    <p className="row warning">
      <span>{t('presale.gas.stay', { amount: stay, coin })}</span>
      {payable > 0n ? (
        <button className="button" type="button" onClick={() => onUse(use)}>
          {t('presale.gas.use', { amount: formatNumber(use, tag, 0, 6), coin })}
        </button>
      ) : (
        <span>{t('presale.gas.none')}</span>
      )}
    </p>
  );
}
