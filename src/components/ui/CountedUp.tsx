import { useEffect, useRef, useState } from 'react';

const LASTS_MS = 900;

interface Props {
  /** Tokens, as a decimal string. */
  readonly value: string;
  /** Where the count begins when the amount appears; without it, the amount is there at once. */
  readonly from?: string;
  readonly write: (tokens: string) => string;
}

/** An amount that counts from what it was to what it is; screen readers and visitors without motion get it at once. */
export function CountedUp({ value, from = value, write }: Props) {
  const [shown, setShown] = useState(value);
  const last = useRef(from);
  useEffect(() => {
    const start = last.current;
    last.current = value;
    return countUp(start, value, setShown);
  }, [value]);
  if (shown === value) return <span className="number">{write(value)}</span>;
  return (
    <>
      <span className="unseen">{write(value)}</span>
      <span className="number" aria-hidden="true">
        {write(shown)}
      </span>
    </>
  );
}

/** Shows `value` at the end of a count from another one, at once without motion; returns what stops the count. */
export function countUp(from: string, value: string, show: (tokens: string) => void): (() => void) | undefined {
  const isCalm =
    matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.calm !== undefined;
  if (isCalm || from === value) return void show(value);
  const [first, end] = [wholeOf(from), wholeOf(value)];
  const start = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const left = Math.max(0, 1 - (now - start) / LASTS_MS);
    // In thousandths, quickly at first: the whole number may be larger than a double holds.
    const share = BigInt(Math.round(1000 * (1 - left ** 3)));
    show(left === 0 ? value : String(first + ((end - first) * share) / 1000n));
    if (left > 0) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

function wholeOf(tokens: string): bigint {
  return BigInt(tokens.split('.')[0] ?? '0');
}
