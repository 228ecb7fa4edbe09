import type { ChainId } from '#src/config/chains.ts';
import { NANO_PER_SYNX, PHASES } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';

/** How many rows of each kind a number of wallets brings; a million of them is the size that the budgets state. */
export interface Plan {
  readonly wallets: number;
  readonly credits: number;
  /** Payments that were not credited. */
  readonly others: number;
  readonly stakes: number;
  /** Credits that the first phase could give. */
  readonly firstPhase: number;
  /** What the first phase had left when it ended, in whole SYNX; it goes to the second one. */
  readonly rolled: bigint;
  /** Milliseconds: the first payment, and the time from one to the next. */
  readonly from: number;
  readonly step: number;
  readonly now: number;
  /** When the sale opened, in milliseconds. */
  readonly opened: number;
}

export const CREDITS_EACH = 4.6;
export const OTHERS_EACH = 0.4;
export const STAKED_EACH = 10n * NANO_PER_SYNX;
/** A sale of a hundred days; a small one is shorter, so that its days are as full as those of a busy sale. */
const DAYS = 100;
const CREDITS_A_DAY = 500;
const DAY_MS = 86_400_000;
/** A wallet with more payments than others: one of this many payments is its own. */
const OF_ONE = 5_000;
/** Any prime that does not divide the number of wallets: payments then visit each wallet in turn. */
const STRIDE = 48_271;

export function planFor(wallets: number, now: number): Plan {
  const credits = Math.floor(wallets * CREDITS_EACH);
  const days = Math.min(DAYS, Math.ceil(credits / CREDITS_A_DAY) + 1);
  const opened = now - days * DAY_MS;
  let left = PHASES[0].supply;
  let firstPhase = 0;
  while (firstPhase < credits && left >= tokensOf(firstPhase + 1)) {
    firstPhase += 1;
    left -= tokensOf(firstPhase);
  }
  return {
    wallets,
    credits,
    others: Math.floor(wallets * OTHERS_EACH),
    stakes: Math.floor(wallets * 0.4),
    firstPhase,
    rolled: firstPhase < credits ? left : 0n,
    from: opened + 3_600_000,
    step: Math.floor(((days - 1) * DAY_MS) / credits),
    now,
    opened,
  };
}

/** Whole SYNX of the credit with this number. */
function tokensOf(number: number): bigint {
  return 20n + ((BigInt(number) * 7_919n) % 101n);
}

/** The same rows in the words of an engine; each takes the number of a row as an SQL expression. */
export function wordsOf(engine: 'sqlite' | 'postgres', plan: Plan) {
  const hex = (value: string, width: number) =>
    engine === 'sqlite' ? `printf('%0${width}x', ${value})` : `lpad(to_hex(${value}), ${width}, '0')`;
  const scattered = (n: string) => `((${n}) * 2654435761) & 4294967295`;
  const usdc = (chainId: ChainId) => {
    const token = findToken(chainId, 'USDC');
    if (token?.address == null) throw new RangeError(`no USDC on ${chainId}`);
    return { address: token.address.toLowerCase(), zeros: '0'.repeat(token.decimals - 6) };
  };
  const byChain = (n: string, of: (chainId: ChainId) => string) =>
    `case (${n}) % 3 when 0 then ${of(1)} when 1 then ${of(56)} else ${of(137)} end`;
  const tokens = (n: string) => `(20 + ((${n}) * 7919) % 101)`;
  const isFirst = (n: string) => `(${n}) <= ${plan.firstPhase}`;
  const price = (n: string) =>
    `(case when ${isFirst(n)} then ${PHASES[0].priceMicroUsd} else ${PHASES[1].priceMicroUsd} end)`;
  return {
    numbers: (last: number) =>
      engine === 'sqlite'
        ? `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last})`
        : `with numbers (n) as (select generate_series(1::bigint, ${last}))`,
    hex,
    /** The address of a wallet by its number, as unordered as real ones. */
    wallet: (k: string) => `('0x' || ${hex(scattered(k), 8)} || ${hex(k, 32)})`,
    hash: (n: string) => `('0x' || ${hex(scattered(n), 8)} || ${hex(n, 56)})`,
    /** The number of the wallet that made a payment. */
    payer: (n: string) =>
      `(case when (${n}) % ${OF_ONE} = 0 then 1 else 1 + ((${n}) * ${STRIDE}) % ${plan.wallets} end)`,
    tokens,
    phase: (n: string) => `(case when ${isFirst(n)} then 1 else 2 end)`,
    price,
    chain: (n: string) => `(${byChain(n, String)})`,
    token: (n: string) => `(${byChain(n, (chainId) => `'${usdc(chainId).address}'`)})`,
    /** Base units of USDC, as text. */
    amount: (n: string, micro: string) =>
      `(cast(${micro} as text) || ${byChain(n, (chainId) => `'${usdc(chainId).zeros}'`)})`,
    time: (n: string) => `(${plan.from} + (${n}) * ${plan.step})`,
  };
}
