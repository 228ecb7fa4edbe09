import { byPriceKey, CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { GOAL_RAISE_USD, NANO_PER_SYNX, PHASES, SYNX_DECIMALS, WINDOW_SECONDS } from '#src/config/sale.ts';
import { paymentOptions } from '#src/config/tokens.ts';
import type { CryptoPrices, Offer, PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { formatFixed, formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { chainTime, storedHeads } from '#src/server/platform/chains/stored-heads.ts';
import { type AppContext, checkOf } from '#src/server/platform/context/app-context.ts';
import {
  socialSharePendingMessage,
  switchedOffTokens,
  withdrawnBuilds,
} from '#src/server/platform/context/live-settings.ts';
import type { Db, Tables } from '#src/server/platform/database/tables.ts';
import { ageOf } from '#src/server/platform/util/age.ts';
import { isStale } from './coin-price.ts';
import { advanceWindows, windowEnded } from './sale-clock.ts';
import { isClosed, lockSale, phaseOf, type SaleState, stockFrom } from './sale-state.ts';
import { scheduleAt } from './schedule-at.ts';
import { stockOnItsWay } from './stock-on-its-way.ts';

const CURSOR_MAX_AGE_MS = 180_000;

export interface PresaleView {
  readonly pricing: PresalePricing;
  readonly prices: CryptoPrices;
  readonly stats: PresaleStats;
  readonly config: SiteConfig;
}

/** The data of the four public calls, read once, so that no two of them can disagree (decision 11). */
export async function presaleView(context: AppContext): Promise<PresaleView> {
  const now = context.now();
  const sale = await currentSale(context, BigInt(now));
  const left = await leftOf(context.db);
  const remaining = (left.get(String(sale.phase)) ?? 0n) / NANO_PER_SYNX;
  const feeds = await context.db.selectFrom('feed_prices').selectAll().execute();
  const coin = (chainId: ChainId) => feeds.find((candidate) => Number(candidate.chain_id) === chainId);
  const onItsWay = await stockOnItsWay(
    context.db,
    await stockFrom(context.db, sale.phase),
    (chainId) => coin(chainId)?.price_e8 ?? null,
  );
  const cursors = await context.db.selectFrom('chain_cursors').select(['chain_id', 'updated_at']).execute();
  const heads = await storedHeads(context.db);
  const { reachable, live } = chainStates(context, now, { feeds, cursors, heads });
  const price = phaseOf(sale.phase).priceMicroUsd;
  const next = PHASES.find((candidate) => BigInt(candidate.phase) === sale.phase + 1n);
  const canRecord = context.isLedgerBalanced() && context.isStorable() && context.clock.isConfirmed();
  const saleStatus = saleStatusOf(sale, remaining, canRecord);
  const windowEndsAt = Number(sale.window_started_at) + WINDOW_SECONDS * 1000;
  const last = await context.db
    .selectFrom('price_history')
    .select('kind')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const off = await switchedOffTokens(context);
  return {
    stats: {
      totalRaised: formatUnits(sale.raised_micro, 6),
      purchases: Number(sale.purchases),
      tokensSold: formatUnits(soldOf(left), SYNX_DECIMALS),
      recount: recountOf(context),
    },
    prices: {
      ...byPriceKey((chainId) => (coin(chainId) === undefined ? null : formatUnits(coin(chainId)?.price_e8 ?? 0n, 8))),
      updatedAt: byPriceKey((chainId) =>
        coin(chainId) === undefined ? null : new Date(Number(coin(chainId)?.round_at) * 1000).toISOString(),
      ),
      live: byPriceKey(live),
    },
    pricing: {
      currentPrice: formatUnits(price, 6),
      nextPhasePrice: next === undefined ? null : formatUnits(next.priceMicroUsd, 6),
      phase: Number(sale.phase),
      // These two were read one after the other, so the first may exceed the second.
      tokensRemaining: (onItsWay < remaining ? remaining - onItsWay : 0n).toString(),
      ...timeLeft(windowEndsAt - now),
      phaseSupply: phaseOf(sale.phase).supply.toString(),
      windowNumber: Number(sale.window_number),
      windowEndsAt: new Date(windowEndsAt).toISOString(),
      lastWindow: last?.kind === 'window' ? 'restarted' : last?.kind === 'phase' ? 'raised' : null,
      saleStatus,
      offers: CHAIN_IDS.flatMap((chainId) =>
        offersOf(context, chainId, { saleStatus, isLive: live(chainId), isRead: reachable(chainId), off }),
      ),
      serverTime: new Date(now).toISOString(),
    },
    config: await configOf(context, sale, reachable, now),
  };
}

/** Which chains we can read, and which coin prices are fresh enough to sell at. */
function chainStates(
  context: AppContext,
  now: number,
  {
    feeds,
    cursors,
    heads,
  }: {
    readonly feeds: readonly Tables['feed_prices'][];
    readonly cursors: readonly Pick<Tables['chain_cursors'], 'chain_id' | 'updated_at'>[];
    readonly heads: Awaited<ReturnType<typeof storedHeads>>;
  },
) {
  const reachable = (chainId: ChainId) =>
    heads.get(chainId)?.stalled !== 1n &&
    cursors.some((cursor) => Number(cursor.chain_id) === chainId && ageOf(cursor.updated_at, now) < CURSOR_MAX_AGE_MS);
  const live = (chainId: ChainId) => {
    const feed = feeds.find((candidate) => Number(candidate.chain_id) === chainId);
    const heartbeat = context.env.chains.find((candidate) => candidate.chainId === chainId)?.heartbeatSeconds ?? 0;
    return (
      feed !== undefined &&
      ageOf(feed.read_at, now) <= OFFER_MAX_AGE_MS &&
      !isStale(feed.round_at, chainTime(heads.get(chainId), now), BigInt(heartbeat))
    );
  };
  return { reachable, live };
}

function recountOf(context: AppContext): PresaleStats['recount'] {
  const last = context.lastRecount();
  return last && { at: new Date(last.at).toISOString(), payments: last.payments };
}

async function configOf(
  context: AppContext,
  sale: SaleState,
  reachable: (chainId: ChainId) => boolean,
  now: number,
): Promise<SiteConfig> {
  const pendingMessage = await socialSharePendingMessage(context);
  return {
    currentPhase: Number(sale.phase),
    amountRaised: formatUnits(sale.raised_micro, 6),
    goalRaise: GOAL_RAISE_USD,
    progressPercent: Number(formatFixed((sale.raised_micro * 10_000n) / toUnits(GOAL_RAISE_USD, 6), 2, 2)),
    tokenPrice: formatUnits(phaseOf(sale.phase).priceMicroUsd, 6),
    debugMode: context.env.DEBUG_PURCHASES,
    stakingApy: formatUnits(context.env.stakingRate, 4),
    ...(pendingMessage === '' ? {} : { socialSharePendingMessage: pendingMessage }),
    presaleAddress: context.env.presaleAddress,
    walletProof: context.env.WALLET_PROOF,
    rehearsal: context.env.rehearsal,
    chains: context.env.chains.map(({ chainId, rpcUrls }) => ({
      chainId,
      sources: rpcUrls.length,
      reachable: reachable(chainId),
    })),
    withdrawnBuilds: [...(await withdrawnBuilds(context.db))],
    schedule: await scheduleAt(context.db, now),
  };
}

/** The stock left in each phase, in 1e-9 SYNX, by phase number. */
async function leftOf(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.selectFrom('accounts').select(['owner', 'balance']).where('kind', '=', 'sale').execute();
  return new Map(rows.map(({ owner, balance }) => [owner, balance]));
}

/** How much of the initial stock of all phases is sold, in 1e-9 SYNX. */
function soldOf(left: ReadonlyMap<string, bigint>): bigint {
  return PHASES.reduce((sum, { phase, supply }) => sum + supply * NANO_PER_SYNX - (left.get(String(phase)) ?? 0n), 0n);
}

async function currentSale(context: AppContext, now: bigint): Promise<SaleState> {
  const sale = await context.db.selectFrom('sale_state').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  if (!windowEnded(sale, now) || !context.clock.isConfirmed()) return sale;
  return context.db.transaction().execute(async (tx) => advanceWindows(tx, await lockSale(tx), now));
}

function saleStatusOf(sale: SaleState, remaining: bigint, canRecord: boolean): PresalePricing['saleStatus'] {
  if (isClosed(sale)) return 'closed';
  if (remaining === 0n && sale.phase === BigInt(PHASES.length)) return 'sold-out';
  return canRecord ? 'open' : 'paused';
}

interface OfferState {
  readonly saleStatus: PresalePricing['saleStatus'];
  /** Whether the price of the chain's coin is fresh. */
  readonly isLive: boolean;
  /** Whether we can read the chain. */
  readonly isRead: boolean;
  /** The options that staff switched off, as `1:USDT`. */
  readonly off: readonly string[];
}

function offersOf(context: AppContext, chainId: ChainId, { saleStatus, isLive, isRead, off }: OfferState): Offer[] {
  return paymentOptions(chainId).map((token) => {
    const { symbol } = token;
    const check = checkOf(context, token);
    const reason: Offer['reason'] =
      saleStatus === 'closed' || saleStatus === 'sold-out'
        ? 'sale-over'
        : saleStatus === 'paused'
          ? 'sale-paused'
          : off.includes(`${chainId}:${symbol}`)
            ? 'switched-off'
            : check === 'mismatch'
              ? 'token-mismatch'
              : check !== 'ok' || !isRead
                ? 'chain-unreachable'
                : token.pricing === 'feed' && !isLive
                  ? 'price-stale'
                  : null;
    return { chainId, paymentMethod: symbol, offered: reason === null, reason };
  });
}

function timeLeft(
  milliseconds: number,
): Pick<PresalePricing, 'daysLeft' | 'hoursLeft' | 'minutesLeft' | 'secondsLeft'> {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return {
    daysLeft: Math.floor(seconds / 86_400),
    hoursLeft: Math.floor((seconds % 86_400) / 3600),
    minutesLeft: Math.floor((seconds % 3600) / 60),
    secondsLeft: seconds % 60,
  };
}
