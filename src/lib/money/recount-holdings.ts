import { accrued, boundedIndex, RATE_DECIMALS, type RatePeriod, rewardIndex, takeLatest } from './accrual.ts';
import { toUnits } from './decimal.ts';

/** What a recount needs of a public record; docs/records.md describes the fields. Other events are ignored. */
export interface HoldingRecord {
  readonly event: string;
  readonly data: object;
}

interface CreditData {
  readonly payment: string;
  readonly wallet: string;
  readonly tokens: string;
}

interface StakeData {
  readonly transfer: number;
  readonly wallet: string;
  readonly tokens: string;
  readonly since: string;
  readonly lots: readonly { readonly index: string; readonly tokens: string }[];
}

interface PointsData {
  readonly entry: number;
  readonly wallet: string;
  readonly mission: string;
  readonly reason: string;
  readonly points: number;
  readonly reverses?: number;
}

/** The facts of the sale that records do not repeat. */
export interface HoldingTerms {
  /** Of the amounts in records. */
  readonly decimals: number;
  /** All rewards, in base units. */
  readonly pool: bigint;
  /** Whether the purchase of a `credited` record establishes its buyer for the airdrop. */
  isEnough(credited: object): boolean;
  /** Whether points of a mission do. */
  isReviewed(mission: string): boolean;
}

/** What a wallet has by the public records; amounts in base units. */
export interface Holding {
  /** Staked or not. */
  bought: bigint;
  staked: bigint;
  /** Σ tokens × index over its lots. */
  weighted: bigint;
  earned: bigint;
  points: bigint;
  /** Whether its points share the airdrop. */
  isEstablished: boolean;
}

export interface RecountedHoldings {
  readonly wallets: ReadonlyMap<string, Holding>;
  readonly staked: bigint;
  readonly weighted: bigint;
  readonly earned: bigint;
  /** In order of their start. */
  readonly rates: readonly RatePeriod[];
  /** Of the wallets that share the airdrop. */
  readonly points: bigint;
  /** In plain English; empty if everything follows from the records before it. */
  readonly problems: readonly string[];
}

/** A wallet's part of an airdrop pool: points ÷ the points of all that share it × the pool, rounded down. */
export function airdropOf({ points, isEstablished }: Holding, all: bigint, pool: bigint): bigint {
  return isEstablished && points > 0n && all > 0n ? (points * pool) / all : 0n;
}

const PROBLEMS_NAMED = 20;
const NOTHING: Holding = { bought: 0n, staked: 0n, weighted: 0n, earned: 0n, points: 0n, isEstablished: false };

type Stake = StakeData & { readonly sign: 1n | -1n /** Rates that were recorded before it. */; readonly known: number };

/**
 * Computes the holdings of all wallets from public records alone, which are added kind by kind, each in order. Checks
 * that every stake earns from the index of its time, that an undone stake takes the latest lots, and that points are
 * taken back once.
 */
export function holdingsCount(terms: HoldingTerms) {
  const standing = new Map<string, CreditData>();
  const corrections: CreditData[] = [];
  const rates: RatePeriod[] = [];
  const stakes: Stake[] = [];
  const points = new Map<number, PointsData>();
  const units = (tokens: string) =>
    tokens.startsWith('-') ? -toUnits(tokens.slice(1), terms.decimals) : toUnits(tokens, terms.decimals);
  const stake = (sign: 1n | -1n) => (data: object) =>
    stakes.push({ ...(data as StakeData), sign, known: rates.length });
  const entry = (data: object) => points.set((data as PointsData).entry, data as PointsData);
  const readers: Readonly<Record<string, (data: object) => unknown>> = {
    credited: (data) => standing.set((data as CreditData).payment, data as CreditData),
    reversed: (data) => standing.delete((data as CreditData).payment),
    corrected: (data) => corrections.push(data as CreditData),
    rate: (data) => {
      const { rate, since } = data as { rate: string; since: string };
      rates.push({ from: seconds(since), rate: toUnits(rate, RATE_DECIMALS) });
    },
    staked: stake(1n),
    unstaked: stake(-1n),
    appended: entry,
    undone: entry,
  };
  return {
    add: ({ event, data }: HoldingRecord): void => void readers[event]?.(data),
    /** The holdings at a time in milliseconds. */
    at: (now: number): RecountedHoldings => {
      const wallets = new Map<string, Holding>();
      const of = (wallet: string): Holding => {
        const known = wallets.get(wallet);
        const holding = known ?? { ...NOTHING };
        if (known === undefined) wallets.set(wallet, holding);
        return holding;
      };
      for (const credit of standing.values()) {
        const holding = of(credit.wallet);
        holding.bought += units(credit.tokens);
        holding.isEstablished ||= terms.isEnough(credit);
      }
      for (const { wallet, tokens } of corrections) of(wallet).bought += units(tokens);
      const replayed = replayStakes({ stakes, rates, pool: terms.pool, units }, now);
      for (const [wallet, { staked, weighted }] of replayed.lots) {
        const holding = of(wallet);
        holding.staked = staked;
        holding.weighted = weighted;
        holding.earned = accrued(staked, weighted, replayed.index);
      }
      const problems = [...replayed.problems, ...countPoints(points, terms, of)];
      for (const [wallet, { bought, staked }] of wallets)
        if (bought < staked || staked < 0n) problems.push(`${wallet} has staked more than it has`);
      const { inOrder } = replayed;
      return { wallets, ...sumsOf(wallets.values()), rates: inOrder, problems: problems.slice(0, PROBLEMS_NAMED) };
    },
  };
}

function sumsOf(wallets: Iterable<Holding>) {
  const sums = { staked: 0n, weighted: 0n, earned: 0n, points: 0n };
  for (const { staked, weighted, earned, points, isEstablished } of wallets) {
    sums.staked += staked;
    sums.weighted += weighted;
    sums.earned += earned;
    if (isEstablished && points > 0n) sums.points += points;
  }
  return sums;
}

interface StakeBook {
  readonly stakes: readonly Stake[];
  readonly rates: readonly RatePeriod[];
  readonly pool: bigint;
  units(tokens: string): bigint;
}

/** Stakes in the order of the ledger, which is that of their transfers: one that was recorded late comes last. */
function replayStakes({ stakes, rates, pool, units }: StakeBook, now: number) {
  const problems: string[] = [];
  const open = new Map<string, Map<bigint, bigint>>();
  const lots = new Map<string, { staked: bigint; weighted: bigint }>();
  let [staked, weighted] = [0n, 0n];
  const inOrder = [...rates].sort(byStart);
  const indexAt = (periods: readonly RatePeriod[], at: bigint) =>
    boundedIndex(rewardIndex(periods, at), pool, staked, weighted);
  for (const stake of [...stakes].sort((a, b) => a.transfer - b.transfer)) {
    const { wallet, transfer, sign, known } = stake;
    const held = open.get(wallet) ?? new Map<bigint, bigint>();
    open.set(wallet, held);
    const given = stake.lots.map((lot) => ({ index: BigInt(lot.index), amount: units(lot.tokens) }));
    const since = seconds(stake.since);
    // A rate that another server recorded meanwhile may have been unknown to the stake.
    const starts = () => [inOrder, rates.slice(0, known).sort(byStart)].map((periods) => indexAt(periods, since));
    if (sign > 0n && !given.every(({ index }) => starts().includes(index)))
      problems.push(`the stake of transfer ${transfer} does not earn from its time on`);
    if (sign < 0n && !isSame(takeLatest(held, units(stake.tokens)).lots, given))
      problems.push(`the stake undone by transfer ${transfer} is not the latest of ${wallet}`);
    if (given.reduce((sum, { amount }) => sum + amount, 0n) !== units(stake.tokens))
      problems.push(`the lots of transfer ${transfer} are not its tokens`);
    const own = lots.get(wallet) ?? { staked: 0n, weighted: 0n };
    lots.set(wallet, own);
    for (const { index, amount } of given) {
      held.set(index, (held.get(index) ?? 0n) + sign * amount);
      own.staked += sign * amount;
      own.weighted += sign * amount * index;
      staked += sign * amount;
      weighted += sign * amount * index;
    }
  }
  return { lots, inOrder, index: indexAt(inOrder, BigInt(Math.floor(now / 1000))), problems };
}

/** Adds the points to their wallets; returns what is wrong with them. */
function countPoints(
  points: ReadonlyMap<number, PointsData>,
  { isReviewed }: HoldingTerms,
  of: (wallet: string) => Holding,
): string[] {
  const problems: string[] = [];
  const undone = new Set<number>();
  for (const { entry, wallet, points: gained, reverses } of points.values()) {
    of(wallet).points += BigInt(gained);
    if (reverses === undefined) continue;
    const reversed = points.get(reverses);
    if (undone.has(reverses) || reversed?.wallet !== wallet || reversed.points !== -gained)
      problems.push(`the points of entry ${entry} do not reverse entry ${reverses}`);
    undone.add(reverses);
  }
  for (const { entry, wallet, mission, reason } of points.values())
    if (reason === 'mission' && isReviewed(mission) && !undone.has(entry)) of(wallet).isEstablished = true;
  return problems;
}

type Lot = { readonly index: bigint; readonly amount: bigint };

function isSame(a: readonly Lot[], b: readonly Lot[]): boolean {
  return a.length === b.length && a.every((lot, at) => lot.index === b[at]?.index && lot.amount === b[at]?.amount);
}

function byStart(a: RatePeriod, b: RatePeriod): number {
  return Number(a.from - b.from);
}

function seconds(iso: string): bigint {
  return BigInt(Math.floor(Date.parse(iso) / 1000));
}
