import type { ChainId } from '#src/config/chains.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { tokenBalance, tokenMovement } from '#src/server/platform/chains/balance-changes.ts';
import type { Head, TokenPoint } from '#src/server/platform/chains/chain-sources.ts';
import { ChainDisputeError, ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { tokensArrived } from '../find/arrived.ts';
import { paymentWorth } from '../verify/worth.ts';
import { nameAgain, startBlock } from './scan-chain.ts';
import { COMPARED, knownBlock, raiseUnexplained } from './unexplained-balance.ts';

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
  const { tokenPoints } = chainOf(context, token.chainId);
  const now = context.now();
  const first = tokenPoints.get(token.address) ?? (await firstPoint(context, token, upTo));
  if (first === null) return;
  tokenPoints.set(token.address, first);
  const unchecked = now - first.checkedAt;
  if ((unchecked >= 0 && unchecked < COMPARED.everyMs) || upTo <= first.number) return;
  const to = { number: upTo, balance: await balanceAt(context, token, upTo) };
  try {
    if (!(await compare(context, token, to, more))) return;
  } catch (error) {
    if (!isUnread(error) || unchecked < COMPARED.forgottenAfterMs) throw error;
    // The sources have pruned the states in between: we know that there is a difference, but not in which block.
    const from = tokenPoints.get(token.address) ?? first;
    const unexplained = to.balance - from.balance - (await recorded(context, token, from.number, to.number));
    await raise(context, token, `${from.number + 1n}-${to.number}`, unexplained);
  }
  tokenPoints.set(token.address, { ...to, checkedAt: now });
}

/** Where a process begins: where coins have been compared, or now if that is pruned; never before the sale. */
async function firstPoint(context: AppContext, token: Contract, upTo: bigint): Promise<TokenPoint | null> {
  const coins = await context.db
    .selectFrom('coin_balances')
    .select(['block_number', 'checked_at'])
    .where('chain_id', '=', BigInt(token.chainId))
    .executeTakeFirst();
  const before = startBlock(context, token.chainId) - 1n;
  if (coins === undefined || upTo === 0n || upTo < before) return null;
  const { block_number: compared, checked_at: checkedAt } = coins;
  const number = compared > before ? compared : before;
  try {
    return { number, balance: await balanceAt(context, token, number), checkedAt: Number(checkedAt) };
  } catch {
    return { number: upTo, balance: await balanceAt(context, token, upTo), checkedAt: context.now() };
  }
}

/** Bisects to the blocks that moved another amount than we recorded; false if its time ended first. */
async function compare(
  context: AppContext,
  token: Contract,
  last: Omit<TokenPoint, 'checkedAt'>,
  more: More,
): Promise<boolean> {
  const { tokenPoints } = chainOf(context, token.chainId);
  const open = [last];
  for (let to = open.at(-1); to !== undefined; to = open.at(-1)) {
    const from = tokenPoints.get(token.address);
    if (from === undefined || !(await more())) return false;
    const moved = to.balance - from.balance;
    if (moved !== (await recorded(context, token, from.number, to.number))) {
      if (to.number - from.number > 1n) {
        const number = (from.number + to.number) / 2n;
        open.push({ number, balance: await balanceAt(context, token, number) });
        continue;
      }
      await examine(context, token, to.number, moved);
    }
    tokenPoints.set(token.address, { ...to, checkedAt: from.checkedAt });
    open.pop();
  }
  return true;
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

/** Base units of the payments after one block, up to another. */
function recorded({ db }: AppContext, { chainId, address }: Contract, from: bigint, last: bigint): Promise<bigint> {
  return tokensArrived(db, chainId, address.toLowerCase(), { first: from + 1n, last });
}

function balanceAt(context: AppContext, { chainId, address }: Contract, number: bigint): Promise<bigint> {
  return chainOf(context, chainId).readByQuorum((source) =>
    tokenBalance(source, address, context.env.presaleAddress.toLowerCase(), number),
  );
}

function isUnread(error: unknown): boolean {
  return error instanceof ChainUnavailableError || error instanceof ChainDisputeError;
}
