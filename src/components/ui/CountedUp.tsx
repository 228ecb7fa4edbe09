import { useEffect, useState } from 'react';

const LASTS_MS = 900;

interface Props {
  /** Whole tokens, as a decimal string. */
  readonly value: string;
  readonly write: (tokens: string) => string;
}

/** An amount that counts up once, when it appears; screen readers and visitors without motion get it at once. */
export function CountedUp({ value, write }: Props) {
  const [shown, setShown] = useState(value);
  useEffect(() => countUp(value, setShown), [value]);
  return (
    <>
      <span className="unseen">{write(value)}</span>
      <span className="number" aria-hidden="true">
        {write(shown)}
      </span>
    </>
  );
}

/** Shows `value` at the end of a count, at once without motion; returns what stops the count. */
export function countUp(value: string, show: (tokens: string) => void): (() => void) | undefined {
  const isCalm =
    matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.calm !== undefined;
  if (isCalm) return void show(value);
  const [whole = '0'] = value.split('.');
  const start = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const left = Math.max(0, 1 - (now - start) / LASTS_MS);
    // In thousandths, quickly at first: the whole number may be larger than a double holds.
    const share = BigInt(Math.round(1000 * (1 - left ** 3)));
    show(left === 0 ? value : String((BigInt(whole) * share) / 1000n));
    if (left > 0) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
