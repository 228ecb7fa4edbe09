import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { coinBalance, coinMovement } from '#src/server/platform/chains/balance-changes.ts';
import type { BalancePoint, Head } from '#src/server/platform/chains/chain-sources.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf, startBlock } from '#src/server/platform/context/app-context.ts';
import { sumArrived } from '../find/arrived.ts';
import { UNVERIFIABLE_AFTER_MS, unreadMs } from '../verify/payment-alarms.ts';
import { coinWorth } from '../verify/worth.ts';
import { nameAgain } from './scan-chain.ts';
import {
  type Balance,
  compareBalance,
  EVERY_MS,
  FORGOTTEN_AFTER_MS,
  firstPoint,
  hasUnreadNames,
  knownBlock,
  raiseUnexplained,
} from './unexplained-balance.ts';

/** What the balance is of, among those of its chain; the others are named by their contracts. */
const COINS = 'coins';

/**
 * Compares the presale address's coin balance with the known transfers, up to the last finalized block. Coins that a
 * contract passes on appear in no transaction and no log: unless somebody posts the hash, only this check finds them.
 * If a block moved another amount than our payments explain, it names those of the block's own transactions that the
 * scan missed. What these do not explain either raises `unexplained-balance`, which stays open until a person has
 * looked.
 */
export async function checkCoinBalance(
  context: AppContext,
  chainId: ChainId,
  head: Head,
  more: () => Promise<boolean>,
): Promise<void> {
  const upTo = await lastBlock(context, chainId, head);
  const at = (number: bigint) => balanceAt(context, chainId, number);
  const coins = { chainId, of: COINS, at };
  const keep = (point: BalancePoint) => keepPoint(context, chainId, point);
  const last = await context.db
    .selectFrom('coin_balances')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst();
  if (last === undefined) {
    // What is final when the sale begins is older: coins from before its first block stay outside of it.
    const before = startBlock(context, chainId) - 1n;
    if (upTo === 0n || upTo < before) return;
    // Several blocks become final at once: those of the sale among the first ones are compared, too.
    const first = before < 0n ? upTo : before;
    const point = await firstPoint(context, coins, { first, upTo, checkedAt: context.now() });
    if (point !== null) await keep(point);
    return;
  }
  const balance: Balance = {
    ...{ ...coins, keep },
    point: { number: last.block_number, balance: BigInt(last.balance), checkedAt: Number(last.checked_at) },
    recorded: (first, end) => sumArrived(context.db, { chainId, token: null, first, last: end }),
    examine: (number) => examine(context, chainId, number),
    raise: (blocks, unexplained) => raiseAlarm(context, chainId, { blocks, unexplained, posted: [] }),
  };
  await compareBalance(context, upTo, balance, more);
}

/**
 * Up to where coins are compared: no further than tokens whose comparison is due and not done, as if one balance was
 * refused for a moment, since those begin where coins are after a restart or at another instance. A token that is asked
 * for an hour in vain holds nothing up, nor one of which the first balance is for ten minutes. Not by when it was last
 * compared: after an outage, that is long ago.
 */
async function lastBlock(context: AppContext, chainId: ChainId, head: Head): Promise<bigint> {
  const known = await knownBlock(context, chainId, head);
  const { starts, tokenPoints } = chainOf(context, chainId);
  const now = context.now();
  const due = [...tokenPoints].filter(([, { checkedAt }]) => now - checkedAt >= EVERY_MS);
  const unbegun = [...starts].filter(([of]) => of !== COINS && !tokenPoints.has(of));
  const isHolding = (of: string, number: bigint, mostMs: number) =>
    number < known && unreadMs(context, chainId, `coins after ${of} at ${number}`) < mostMs;
  return [
    ...due.filter(([of, { number }]) => isHolding(of, number, FORGOTTEN_AFTER_MS)),
    ...unbegun.filter(([of, { number }]) => isHolding(of, number, UNVERIFIABLE_AFTER_MS)),
  ].reduce((least, [, { number }]) => (number < least ? number : least), known);
}

async function examine(context: AppContext, chainId: ChainId, number: bigint): Promise<void> {
  const presale = context.env.presaleAddress.toLowerCase();
  const { moved, explained, transactions, hash, received } = await chainOf(context, chainId).readByQuorum((source) =>
    coinMovement(source, presale, number),
  );
  await nameUnknown(context, chainId, { number, hash, transactions: received });
  const here = { chainId, token: null, first: number, last: number };
  const unexplained = moved - explained - (await sumArrived(context.db, here, 'passed on'));
  if (unexplained === 0n) return;
  // A Safe's payment may be among them, whose proof the sources refused for a moment.
  if (await hasUnreadNames(context, chainId, number, number))
    throw new ChainUnavailableError('the payments of its block are not read yet');
  const posted =
    transactions.length === 0
      ? []
      : await context.db
          .selectFrom('submissions')
          .select('transaction_hash')
          .distinct()
          .where('transaction_hash', 'in', transactions.slice(0, 500))
          .where('reason', '=', 'internal-transfer')
          .execute();
  const hashes = posted.map((row) => row.transaction_hash);
  await raiseAlarm(context, chainId, { blocks: String(number), unexplained, posted: hashes });
}

/** Names those payments of a block's own transactions again that the scan could not read. */
async function nameUnknown(
  context: AppContext,
  chainId: ChainId,
  { number, hash, transactions }: Parameters<typeof nameAgain>[2],
): Promise<void> {
  const rows = await context.db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('chain_id', '=', BigInt(chainId))
    .where('block_number', '=', number)
    .where('token_address', 'is', null)
    .execute();
  const known = new Set(rows.map((row) => row.transaction_hash));
  const missing = transactions.filter((transaction) => !known.has(transaction.hash));
  await nameAgain(context, chainId, { number, hash, transactions: missing });
}

interface CoinsMoved {
  /** One block, or the first and the last of several. */
  readonly blocks: string;
  /** Coins (wei) that no known transfer moved. */
  readonly unexplained: bigint;
  /** Posted hashes of transactions that may have moved them. */
  readonly posted: readonly string[];
}

async function raiseAlarm(
  context: AppContext,
  chainId: ChainId,
  { blocks, unexplained, posted }: CoinsMoved,
): Promise<void> {
  const { symbol, decimals } = CHAINS[chainId].nativeCurrency;
  const named = posted.length === 0 ? '' : `; posted: ${posted.slice(0, 10).join(', ')}`;
  const detail = `coins of the presale address moved by ${formatUnits(unexplained, decimals)} ${symbol} (${unexplained} wei) more than known transfers explain${named}`;
  const worth = await coinWorth(context.db, chainId, unexplained < 0n ? -unexplained : unexplained);
  await raiseUnexplained(context, chainId, {
    subject: `${chainId}/${blocks}`,
    detail,
    worth,
    isLoss: unexplained < 0n,
  });
}

async function balanceAt(context: AppContext, chainId: ChainId, number: bigint): Promise<bigint> {
  return chainOf(context, chainId).readByQuorum((source) =>
    coinBalance(source, context.env.presaleAddress.toLowerCase(), number),
  );
}

async function keepPoint(
  context: AppContext,
  chainId: ChainId,
  { number, balance, checkedAt }: BalancePoint,
): Promise<void> {
  const values = { block_number: number, balance: balance.toString(), checked_at: BigInt(checkedAt) };
  await context.db
    .insertInto('coin_balances')
    .values({ chain_id: BigInt(chainId), ...values })
    // An instance that was asleep must not undo what another one has compared since.
    .onConflict((conflict) =>
      conflict.column('chain_id').doUpdateSet(values).where('coin_balances.block_number', '<=', number),
    )
    .execute();
}
