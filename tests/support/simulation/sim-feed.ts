import { word } from './sim-chain.ts';

export interface SimRound {
  readonly id: bigint;
  /** 10^-8 USD. */
  readonly answer: bigint;
  /** Seconds. */
  readonly at: number;
}

/** The first round of the proxy's present phase. */
const FIRST_ROUND = (5n << 64n) + 1n;

/** A price feed: all its rounds in the order of time. */
export interface SimFeed {
  readonly rounds: SimRound[];
}

export function createFeed(answer: bigint, at: number): SimFeed {
  return { rounds: [{ id: FIRST_ROUND, answer, at }] };
}

export function addRound({ rounds }: SimFeed, answer: bigint, at: number): void {
  const last = rounds.at(-1) as SimRound;
  if (at > last.at) rounds.push({ id: last.id + 1n, answer, at });
}

/** The answer of the feed's proxy for a round; null reverts. */
export function roundData(rounds: readonly SimRound[], id: bigint | null): string | null {
  const found = id === null ? rounds.at(-1) : rounds.find((round) => round.id === id);
  if (found === undefined) return null;
  const time = word(BigInt(found.at));
  return `0x${word(found.id)}${word(found.answer)}${time}${time}${word(found.id)}`;
}

/**
 * The price of a coin at a time (seconds) by the rules of the sale, in 10^-8 USD; null if it is too old, not above
 * zero, or more than a fifth away from the one before.
 */
export function priceAt({ rounds }: SimFeed, at: number, heartbeatSeconds: number): bigint | null {
  const position = rounds.findLastIndex((round) => round.at <= at);
  const round = rounds[position];
  if (round === undefined || round.answer <= 0n) return null;
  if ((at - round.at) * 10 > heartbeatSeconds * 11) return null;
  const before = rounds[position - 1];
  if (before === undefined || before.answer <= 0n) return round.answer;
  const distance = round.answer > before.answer ? round.answer - before.answer : before.answer - round.answer;
  return distance * 5n > before.answer ? null : round.answer;
}

/** The last answer above zero. */
export function lastGood({ rounds }: SimFeed): bigint {
  return rounds.findLast(({ answer }) => answer > 0n)?.answer ?? 0n;
}
