import { sql } from 'kysely';
import { keccak256 } from 'viem';
import { DELEGATED_CODE, hex, lower, MalformedAnswerError, type RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { isContract, type WalletCode } from '#src/lib/allocation/wallet-class.ts';
import type { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { SERVER_LANE } from '#src/server/platform/chains/look-budget.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { holdLease } from '#src/server/platform/database/leases.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { recheckForDraft } from './waiting-wallets.ts';
import { readingsOf, type StoredReading } from './wallet-codes.ts';

/** Milliseconds between two passes on real chains. */
export const CODE_PASS_MS = 60_000;
/**
 * Calls that a pass makes on a chain at most, so 1,800 an hour with CODE_PASS_MS: less than one look of a visitor
 * reserves (look-budget.ts).
 */
const CALLS_A_CHAIN = 30;
/** The height of the slice: the head and the final block. */
const CALLS_OF_A_HEAD = 2;
const LEASE_MS = 120_000;
/** Wallets compared with what has been read, in one statement, and how many such windows a pass looks at. */
const WINDOW = 500;
const WINDOWS = 20;
const NO_CODE = '0x';
const DELEGATED = new RegExp(`^${DELEGATED_CODE}[0-9a-f]{40}$`);
const CODE = /^0x(?:[0-9a-f]{2})*$/;

interface Candidate {
  readonly wallet: string;
  readonly counts: boolean;
}

/** The wallets that a list may have, by address: those that hold or held tokens, then those that share the airdrop. */
const SOURCES: readonly ((db: Db, after: string) => Promise<readonly Candidate[]>)[] = [
  (db, after) =>
    db
      .selectFrom('wallet_holdings')
      .select(['wallet', sql<boolean>`true`.as('counts')])
      .where('wallet', '>', after)
      .orderBy('wallet')
      .limit(WINDOW)
      .execute(),
  (db, after) =>
    db
      .selectFrom('participants')
      .select(['wallet', sql<boolean>`ranked > 0`.as('counts')])
      .where('wallet', '>', after)
      .orderBy('wallet')
      .limit(WINDOW)
      .execute(),
];

/** Where the walk along the wallets goes on. */
interface Walk {
  source: number;
  after: string;
}

/** A wallet to be read, and on which chains. */
interface Due {
  readonly wallet: string;
  readonly reading: StoredReading;
  readonly chains: readonly ChainId[];
}

/**
 * Reads the code of all wallets that a list may have, a slice with each pass: on each chain at its final block, by
 * quorum. Contracts that recheck() names are read once more.
 */
export function createCodeReader(context: AppContext, owner: string) {
  const walk: Walk = { source: 0, after: '' };
  return {
    /** Reads the next slice if this instance has the lease. Throws the first failure after every chain had its turn. */
    pass: async (): Promise<void> => {
      if (!context.clock.isConfirmed()) return;
      if (!(await holdLease(context.db, { name: 'wallet-codes', owner }, context.now(), LEASE_MS))) return;
      await recheckForDraft(context.db, context.now());
      const most = Math.min(...CHAIN_IDS.map((chainId) => walletsInSlice(chainOf(context, chainId))));
      const due = await nextDue(context.db, walk, most);
      const outcomes = await Promise.allSettled(
        CHAIN_IDS.map((chainId) =>
          readSlice(
            context,
            chainId,
            due.filter(({ chains }) => chains.includes(chainId)),
          ),
        ),
      );
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

function walletsInSlice({ sources }: ChainSources): number {
  return Math.floor(CALLS_A_CHAIN / sources.length) - CALLS_OF_A_HEAD;
}

/** Up to `most` wallets that are to be read; moves the walk behind those it has looked at. */
async function nextDue(db: Db, walk: Walk, most: number): Promise<readonly Due[]> {
  const due: Due[] = [];
  for (let windows = 0; windows < WINDOWS; windows += 1) {
    const { wallets, end } = await windowOf(db, walk);
    for (const [wallet, reading] of await readingsOf(db, wallets)) {
      const chains = CHAIN_IDS.filter(
        (chainId) => reading.codeByChain.get(chainId) === null || reading.again.has(chainId),
      );
      // Who holds tokens may have points too.
      if (chains.length === 0 || due.some((other) => other.wallet === wallet)) continue;
      due.push({ wallet, reading, chains });
      walk.after = wallet;
      if (due.length === most) return due;
    }
    if (end !== null) walk.after = end;
    else Object.assign(walk, { source: (walk.source + 1) % SOURCES.length, after: '' });
    // Everything has been looked at once.
    if (end === null && walk.source === 0) break;
  }
  return due;
}

/** The next wallets that a list may have, by address, and where the window ends; null at the end of its table. */
async function windowOf(db: Db, { source, after }: Walk): Promise<{ wallets: readonly string[]; end: string | null }> {
  const rows = (await SOURCES[source]?.(db, after)) ?? [];
  const end = rows.length < WINDOW ? null : (rows.at(-1)?.wallet ?? null);
  return { wallets: rows.filter(({ counts }) => Boolean(counts)).map(({ wallet }) => wallet), end };
}

/** Reads and stores the code of these wallets on a chain; nothing if they would wait behind too many others. */
async function readSlice(context: AppContext, chainId: ChainId, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  try {
    await context.lookBudget.run(SERVER_LANE, () => readAtFinal(context, chainId, due));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

async function readAtFinal(context: AppContext, chainId: ChainId, due: readonly Due[]): Promise<void> {
  const chain = chainOf(context, chainId);
  const { finalized } = await chain.head();
  const failures: unknown[] = [];
  const read = async ({ wallet, reading }: Due) => {
    try {
      const code = await chain.readByQuorum((source) => readCode(source, wallet, finalized));
      return [{ wallet, code: codeAfter(reading.stored.get(chainId), code) }];
    } catch (error) {
      failures.push(error);
      return [];
    }
  };
  const readable = due.filter(({ reading }) => (reading.firstBlocks.get(chainId) ?? 0n) <= finalized);
  const codes = (await Promise.all(readable.map(read))).flat();
  await store(context, { chainId, block: finalized }, codes);
  if (failures.length > 0) throw failures[0];
}

async function readCode(source: RpcReader, wallet: string, block: bigint): Promise<WalletCode> {
  const code = lower(await source.request({ method: 'eth_getCode', params: [wallet, hex(block)] }));
  if (!CODE.test(code)) throw new MalformedAnswerError('not code');
  if (code === NO_CODE) return 'none';
  return DELEGATED.test(code) ? 'delegated' : keccak256(code as `0x${string}`);
}

/** A contract that has gone or become another one: whoever puts the next one there need not be who paid. */
function codeAfter(before: WalletCode | undefined, now: WalletCode): WalletCode {
  return before !== undefined && isContract(before) && before !== now ? 'changed' : now;
}

async function store(
  { db, now }: AppContext,
  at: { readonly chainId: ChainId; readonly block: bigint },
  codes: readonly { readonly wallet: string; readonly code: WalletCode }[],
): Promise<void> {
  if (codes.length === 0) return;
  const rows = { chain_id: BigInt(at.chainId), block_number: at.block, read_at: BigInt(now()), again: 0n };
  await db
    .insertInto('wallet_codes')
    .values(codes.map((row) => ({ ...rows, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['wallet', 'chain_id']).doUpdateSet((update) => ({
        code: update.ref('excluded.code'),
        block_number: update.ref('excluded.block_number'),
        read_at: update.ref('excluded.read_at'),
        again: 0n,
      })),
    )
    .execute();
}
