import type { LaterTexts } from '#src/client/load-texts.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { shortfall } from '#src/purchase/purchase-rules.ts';
import type { CardText } from './card-text.ts';
import type { CardModel } from './use-card.ts';

/** The price behind the stated "25 SYNX ($0.50)", in 10^-8 USD (decision 17). */
const STATED_PRICE_E8 = 2_000_000n;

/** One group of thousands, or three decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

export interface HelpProps {
  readonly t: CardText;
  readonly later: TextOf<keyof LaterTexts>;
  readonly tag: string;
  readonly card: CardModel;
  /** The field understood other characters than those typed. */
  readonly isChanged: boolean;
  /** The visitor has stopped typing. */
  readonly isComplete: boolean;
}

/** How the amount is understood, where it can be read in two ways, and the minimum that it misses (R5.006-R5.011). */
export function AmountHelp({ t, later, tag, card: { draft, token, amount, rates }, isChanged, isComplete }: HelpProps) {
  const isUnclear = amount > 0n && (isChanged || AMBIGUOUS.test(draft.amount));
  const missed = isComplete && amount > 0n ? shortfall(token, amount, rates) : null;
  return (
    <>
      {draft.leftOut.length > 0 && (
        <p className="danger">{later('pay.amount.leftOut', { text: shownText(draft.leftOut) })}</p>
      )}
      {isUnclear && (
        <p className="note">
          {later('pay.amount.read', {
            amount: formatNumber(formatUnits(amount, token.decimals), tag, 0, token.decimals),
            token: token.display,
          })}
        </p>
      )}
      {missed !== null && <p className="danger">{t(missed.textKey, missed.values)}</p>}
      {missed?.textKey === 'presale.minimum.tokens' && rates.synxE8 !== STATED_PRICE_E8 && (
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
