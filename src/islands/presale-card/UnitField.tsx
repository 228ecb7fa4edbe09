import { useEffect, useRef, useState } from 'react';
import { type AmountUnit, amountIn, enteredIn, readUnits } from './amount-units.ts';
import type { CardModel } from './use-card.ts';

export interface UnitProps {
  readonly id: string;
  readonly unit: Exclude<AmountUnit, 'coin'>;
  readonly card: CardModel;
  readonly busy: boolean;
}

/** The amount in dollars or SYNX: what is typed fills in the coin's amount, and follows one that is filled in. */
export function UnitField({ id, unit, card, busy }: UnitProps) {
  const { draft } = card;
  const coin = `${draft.chainId}:${draft.symbol}`;
  // What was typed stands for as long as the form has the amount that it made.
  const [typed, setTyped] = useState({ text: '', amount: '', coin, unit });
  const isTyped = typed.text !== '' && typed.amount === draft.amount && typed.unit === unit;
  const wasTyped = useRef(false);
  const wanted = wantedOf(card, unit, typed.text);
  const enter = (text: string) => {
    const { amount, leftOut } = wantedOf(card, unit, text);
    setTyped({ text, amount, coin, unit });
    card.fillIn(amount, leftOut);
  };
  // Whoever wants to pay fifty dollars wants to pay them in the other coin, too, and once its price is there.
  const isNew = typed.coin !== coin || (typed.amount === '' && wanted.amount !== '');
  useEffect(() => {
    if (isNew && wasTyped.current && typed.unit === unit) enter(typed.text);
    else wasTyped.current = isTyped;
  });
  return (
    <input
      id={id}
      className="input input-number ltr"
      type="text"
      inputMode={unit === 'usd' ? 'decimal' : 'numeric'}
      autoComplete="off"
      placeholder="0"
      value={isTyped ? typed.text : enteredIn(card, unit)}
      disabled={busy}
      aria-invalid={card.insufficient || draft.leftOut.length > 0}
      aria-describedby={`${id}-minimum ${id}-problem`}
      onChange={({ target }) => enter(target.value)}
    />
  );
}

/** What the form gets for a text: the coin's amount, or what has no place in one. */
function wantedOf(card: CardModel, unit: UnitProps['unit'], text: string) {
  const { amount, leftOut } = readUnits(text, unit);
  return { amount: leftOut.length > 0 ? '' : amountIn(card, unit, amount), leftOut };
}
