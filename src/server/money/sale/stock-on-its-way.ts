import { sql } from 'kysely';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { storedToken } from '#src/config/tokens.ts';
import { allot, type PhaseStock, STABLE_PRICE_E8, usdValue } from '#src/lib/money/quote.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Payments from the minimum purchase on, and of unknown value (worth.ts): smaller ones take next to no stock. */
const QUEUES = [0n, 1n, 2n] as const;
/** Payments read per chain and queue, so that a rush cannot slow down the public figures. */
const MOST = 200;

interface Waiting {
  readonly chain_id: bigint;
  readonly token_symbol: string;
  readonly amount: string;
}

/**
 * Tokens of the first of these phases that unconfirmed payments will get before a new one (decision 7). Passed-on coins
 * count only once they are proven (S23).
 */
export async function stockOnItsWay(
  db: Db,
  stock: readonly PhaseStock[],
  coinE8: (chainId: ChainId) => bigint | null,
): Promise<bigint> {
  const waiting = await readWaiting(db);
  const value = waiting.reduce((sum, payment) => sum + usdOf(payment, coinE8), 0n);
  const [first] = allot(value, stock).parts;
  return first !== undefined && first.phase === stock[0]?.phase ? first.tokens : 0n;
}

async function readWaiting(db: Db): Promise<readonly Waiting[]> {
  const parts = CHAIN_IDS.flatMap((chainId) =>
    QUEUES.map(
      // The partial index of open payments covers exactly this condition, so it must appear literally in the statement.
      (queue) => sql`select * from (
        select chain_id, token_symbol, amount from payments
        where chain_id = ${BigInt(chainId)} and status = 'confirming' and queue = ${queue} and final = 0
          and token_symbol is not null
          and (token_address is not null or transfer_index < 0 or proven_in = block_hash) limit ${MOST}) as waiting`,
    ),
  );
  const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** In 10^-26 USD; 0 if there is no price. */
function usdOf(payment: Waiting, coinE8: (chainId: ChainId) => bigint | null): bigint {
  const token = storedToken(payment);
  if (token === undefined) return 0n;
  const priceE8 = token.pricing === 'feed' ? coinE8(token.chainId) : STABLE_PRICE_E8;
  return priceE8 === null ? 0n : usdValue(BigInt(payment.amount), token.decimals, priceE8);
}
