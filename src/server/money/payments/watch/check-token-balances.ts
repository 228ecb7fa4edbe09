import type { ChainId } from '#src/config/chains.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { tokenBalance, tokenMovement } from '#src/server/platform/chains/balance-changes.ts';
import type { BalancePoint, Head } from '#src/server/platform/chains/chain-sources.ts';
import { type AppContext, chainOf, startBlock } from '#src/server/platform/context/app-context.ts';
import { sumArrived } from '../find/arrived.ts';
import { paymentWorth } from '../verify/worth.ts';
import { nameAgain } from './scan-chain.ts';
import {
  type Balance,
  compareBalance,
  firstPoint,
  isUnread,
  knownBlock,
  raiseUnexplained,
} from './unexplained-balance.ts';

type Contract = Token & { readonly address: `0x${string}` };
type More = () => Promise<boolean>;

/**
 * Compares the presale address's token balances with the recorded payments, up to the last finalized block. A source
 * whose log index lags behind its blocks answers that a block has no logs, and the scan moves on. The balance reveals
 * this; a block's bloom filter hardly can, since that of a busy block matches everything. Names the payments of a block
 * again if its balance moved by another amount, and raises `unexplained-balance` for what the block's own logs do not
 * explain.
 */
export async function checkTokenBalances(context: AppContext, chainId: ChainId, head: Head, more: More): Promise<void> {
  const upTo = await knownBlock(context, chainId, head);
  for (const token of TOKENS) {
    if (token.chainId !== chainId || token.address === null) continue;
    try {
      await checkToken(context, token, upTo, more);
    } catch (error) {
      // The next pass tries again. An issuer can change what its contract answers: that must not fail every pass.
      if (!isUnread(error)) throw error;
    }
  }
}

async function checkToken(context: AppContext, token: Contract, upTo: bigint, more: More): Promise<void> {
  const { chainId } = token;
  const { tokenPoints } = chainOf(context, chainId);
  const point = tokenPoints.get(token.address) ?? (await startOf(context, token, upTo));
  if (point === null) return;
  const keep = async (to: BalancePoint) => void tokenPoints.set(token.address, to);
  await keep(point);
  const balance: Balance = {
    ...{ chainId, of: token.address, point, keep },
    at: (number) => balanceAt(context, token, number),
    recorded: (first, last) => sumArrived(context.db, { chainId, token: token.address.toLowerCase(), first, last }),
    examine: (number, moved) => examine(context, token, number, moved),
    raise: (blocks, unexplained) => raise(context, token, blocks, unexplained),
  };
  await compareBalance(context, upTo, balance, more);
}

/** Where a process begins: at the block up to which coins have been compared, never before the sale. */
async function startOf(context: AppContext, token: Contract, upTo: bigint): Promise<BalancePoint | null> {
  const coins = await context.db
    .selectFrom('coin_balances')
    .select(['block_number', 'checked_at'])
    .where('chain_id', '=', BigInt(token.chainId))
    .executeTakeFirst();
  const before = startBlock(context, token.chainId) - 1n;
  if (coins === undefined || upTo === 0n || upTo < before) return null;
  const { block_number: compared, checked_at: checkedAt } = coins;
  const balance = {
    ...{ chainId: token.chainId, of: token.address },
    at: (number: bigint) => balanceAt(context, token, number),
  };
  const first = compared > before ? compared : before;
  return firstPoint(context, balance, { first, upTo, checkedAt: Number(checkedAt) });
}

async function examine(context: AppContext, token: Contract, number: bigint, moved: bigint): Promise<void> {
  const presale = context.env.presaleAddress.toLowerCase();
  const { hash, explained, received } = await chainOf(context, token.chainId).readByQuorum((source) =>
    tokenMovement(source, { token: token.address.toLowerCase(), account: presale }, number, moved),
  );
  await nameAgain(context, token.chainId, { number, hash, transactions: received });
  if (explained !== moved) await raise(context, token, String(number), moved - explained);
}

async function raise(context: AppContext, token: Contract, blocks: string, unexplained: bigint): Promise<void> {
  const { chainId, symbol, decimals } = token;
  const amount = (unexplained < 0n ? -unexplained : unexplained).toString();
  await raiseUnexplained(context, chainId, {
    subject: `${chainId}/${blocks}/${symbol}`,
    detail: `${symbol} of the presale address moved by ${formatUnits(unexplained, decimals)} ${symbol} (${unexplained} base units) more than known transfers explain`,
    worth: await paymentWorth(context.db, { chain_id: BigInt(chainId), token_symbol: symbol, amount }),
    isLoss: unexplained < 0n,
  });
}

function balanceAt(context: AppContext, { chainId, address }: Contract, number: bigint): Promise<bigint> {
  return chainOf(context, chainId).readByQuorum((source) =>
    tokenBalance(source, address, context.env.presaleAddress.toLowerCase(), number),
  );
}
