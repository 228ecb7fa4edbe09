import { useEffect, useId, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { readAmountInput } from '#src/lib/money/amount-input.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { dollars, formatNumber } from '#src/lib/text/format-number.ts';
import { type BuyRest, buyRest, displayAmount, isIndicative } from '#src/purchase/offer/card-quote.ts';
import type { AmountUnit } from './amount-units.ts';
import type { CardPiece, CardProps, CardText } from './card-props.ts';
import { FeePlace, FillPlace, GasPlace, HelpPlace, loadMost, loadQuick, UnitPlace } from './LaterParts.tsx';
import type { CardModel } from './use-card.ts';

/** How long an amount is unchanged before it counts as complete, in milliseconds. */
const TYPED_MS = 1_000;

type Props = Omit<CardPiece, 'onFill'>;

/** The amount with its balance, MAX, Buy Rest, the effective minimum and any problem. */
export function AmountField({ card, busy, onSelect }: Props) {
  const { t, tag } = usePage<CardProps>();
  const id = useId();
  const [unit, setUnit] = useState<AmountUnit>('coin');
  const [tookMax, setTookMax] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { token, balance, draft, insufficient } = card;
  const isComplete = useUnchanged(draft.amount);
  const rest = buyRest(token, card.pricing.data);
  const fill = (amount: string, max = false) => {
    setTookMax(max);
    setChanged(false);
    card.fillIn(amount);
  };
  const type = (text: string) => {
    setTookMax(false);
    const { amount } = readAmountInput(text, token.decimals, token.display);
    // One typed mark is enough: the next key finds the dot that the field has made of it.
    setChanged(amount !== '' && (amount !== text || (isChanged && amount.startsWith(draft.amount))));
    card.enterText(text);
  };
  const names = { coin: token.display, usd: 'USD', synx: 'SYNX' };
  const shown = balance === null ? '' : displayAmount(balance, token.decimals, tag);
  return (
    <div className="field">
      <div className="row row-between">
        <label className="label" id={`${id}-label`} htmlFor={id}>
          {t('presale.amount', { token: names[unit] })}
        </label>
        <Balance
          text={balanceText(t, card, shown)}
          isConnected={card.wallet.isConnected}
          busy={busy}
          onOpen={onSelect}
        />
      </div>
      <div className="amount">
        {unit === 'coin' ? (
          <CoinInput id={id} card={card} busy={busy} isComplete={isComplete} onType={type} />
        ) : (
          <UnitPlace id={id} unit={unit} card={card} busy={busy} onFail={() => setUnit('coin')} />
        )}
        <UnitSelect label={`${id}-label`} names={names} unit={unit} busy={busy} onChange={setUnit} />
        <Button
          text={t('presale.max')}
          disabled={busy || balance === null}
          title={t('presale.maxLabel')}
          onClick={() =>
            balance !== null &&
            void loadMost(card, balance).then((most) => fill(formatUnits(most, token.decimals), true))
          }
        />
      </div>
      {balance !== null && <FillPlace card={card} busy={busy} rest={rest} onFill={fill} />}
      <div className="row row-between amount-quick">
        <Minimum id={`${id}-minimum`} card={card} isCoin={unit === 'coin'} />
        <QuickAmounts card={card} busy={busy} onFill={fill} />
      </div>
      <div id={`${id}-problem`} role="status">
        {insufficient && (
          <p className="danger">{t('presale.insufficient', { balance: shown, token: token.display })}</p>
        )}
        {(card.amount > 0n || draft.leftOut.length > 0) && (
          <HelpPlace card={card} isChanged={isChanged} isComplete={isComplete} />
        )}
        {(balance !== null || token.address !== null) && (
          <GasPlace card={card} tookMax={tookMax} onUse={(amount) => fill(amount, true)} />
        )}
      </div>
      {rest.state !== 'hidden' && <RestButton busy={busy} rest={rest} onFill={fill} />}
    </div>
  );
}

interface CoinProps extends Pick<Props, 'card' | 'busy'> {
  readonly id: string;
  readonly isComplete: boolean;
  readonly onType: (text: string) => void;
}

function CoinInput({ id, card, busy, isComplete, onType }: CoinProps) {
  const { draft, insufficient, amount, minimum } = card;
  // What an input method is still composing: a text that is changed meanwhile would be entered twice.
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <input
      id={id}
      className="input input-number ltr"
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.0"
      value={composed ?? draft.amount}
      disabled={busy}
      aria-invalid={insufficient || draft.leftOut.length > 0 || (isComplete && amount > 0n && amount < minimum)}
      aria-describedby={`${id}-minimum ${id}-problem`}
      onCompositionStart={(event) => setComposed(event.currentTarget.value)}
      onCompositionEnd={(event) => {
        setComposed(null);
        onType(event.currentTarget.value);
      }}
      onChange={({ target, nativeEvent }) =>
        (nativeEvent as InputEvent).isComposing ? setComposed(target.value) : onType(target.value)
      }
    />
  );
}

interface UnitSelectProps extends Pick<Props, 'busy'> {
  /** Id of its label. */
  readonly label: string;
  readonly names: Readonly<Record<AmountUnit, string>>;
  readonly unit: AmountUnit;
  readonly onChange: (unit: AmountUnit) => void;
}

function UnitSelect({ label, names, unit, busy, onChange }: UnitSelectProps) {
  return (
    <select
      className="input amount-unit"
      aria-labelledby={label}
      value={unit}
      disabled={busy}
      onChange={({ target }) => onChange(target.value as AmountUnit)}
    >
      {(['coin', 'usd', 'synx'] as const).map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </select>
  );
}

/** Whether a text has not changed for a while: an amount is not too small while its digits are typed. */
function useUnchanged(text: string): boolean {
  const [last, setLast] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLast(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return last === text;
}

interface BalanceProps extends Pick<Props, 'busy'> {
  readonly text: string;
  readonly isConnected: boolean;
  readonly onOpen: () => void;
}

/** The balance, which opens the list of all balances once there is a wallet to ask. */
function Balance({ text, isConnected, busy, onOpen }: BalanceProps) {
  if (!isConnected) return <span className="note number">{text}</span>;
  return (
    <button className="note number link-inline" type="button" disabled={busy} aria-haspopup="dialog" onClick={onOpen}>
      {text}
    </button>
  );
}

/** The wallet's balance of the token, or why it is unknown. */
function balanceText(t: CardText, { token, balance, draft, wallet, isUnread }: CardModel, shown: string): string {
  if (balance !== null) return t('presale.balance', { balance: shown, token: token.display });
  if (!wallet.isConnected) return t('presale.balanceUnknown');
  if (wallet.walletChainId !== draft.chainId) return t('presale.balanceElsewhere');
  return t(isUnread ? 'presale.balanceUnread' : 'presale.balanceLoading');
}

/** The minimum purchase, the network's fee, and the coin's amount if another one is typed. */
function Minimum({
  id,
  card,
  isCoin,
}: Omit<Props, 'busy' | 'onSelect'> & { readonly id: string; readonly isCoin: boolean }) {
  const { t, tag } = usePage<CardProps>();
  const { token, minimum, amount, balance } = card;
  const write = (units: bigint, digits: number) => formatNumber(formatUnits(units, token.decimals), tag, 0, digits);
  return (
    <p className="note number" id={id}>
      {!isCoin && amount > 0n && (
        <strong className="ltr block">{`= ${write(amount, token.decimals)} ${token.display}`}</strong>
      )}
      <span>{t('presale.minimum.effective', { amount: write(minimum, 6), token: token.display })}</span>
      {balance !== null && <FeePlace card={card} />}
    </p>
  );
}

/** Amounts for one tap, in dollars: the same with a wallet as without one, whose owner has learnt them. */
const QUICK = ['50', '100', '500'] as const;

function QuickAmounts({ card, busy, onFill }: Pick<CardPiece, 'card' | 'busy' | 'onFill'>) {
  const { tag } = usePage<CardProps>();
  return (
    <div className="row">
      {QUICK.map((quick) => (
        <Button
          look="small"
          text={dollars(quick, tag, { maximumFractionDigits: 0 })}
          key={quick}
          disabled={busy || isIndicative(card)}
          onClick={() => void loadQuick(card, quick).then((amount) => amount && onFill(amount))}
        />
      ))}
    </div>
  );
}

interface RestProps extends Pick<CardPiece, 'busy' | 'onFill'> {
  readonly rest: Exclude<BuyRest, { readonly state: 'hidden' }>;
}

/** Enters the amount that buys the rest of the sale, or says that the rest is too small to sell. */
function RestButton({ busy, rest, onFill }: RestProps) {
  const { t } = usePage<CardProps>();
  const isOffered = rest.state === 'offered';
  return (
    <Button
      text={t(isOffered ? 'presale.buyRest' : 'presale.soldOutBelowMin')}
      disabled={busy || !isOffered}
      onClick={() => isOffered && onFill(rest.amount)}
    />
  );
}
