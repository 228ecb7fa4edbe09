import { TOKENS } from '#src/config/tokens.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { classOf, isContract, type WalletReading } from '#src/lib/allocation/wallet-class.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { chainsOf } from '#src/server/platform/sessions/proofs.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { readingsOf } from './wallet-codes.ts';

const NOBODY = `0x${'0'.repeat(40)}`;

export interface Destination {
  readonly address: string;
  readonly namedAt: bigint;
}

/** To which address a wallet's SYNX go, as its dashboard says. */
export async function claimAddressOf(
  db: Db,
  { claimChain }: Pick<AppContext['env'], 'claimChain'>,
  wallet: string,
): Promise<Holdings['claim']> {
  const readings = await readingsOf(db, [wallet]);
  const reading = readings.get(wallet);
  const kind = reading === undefined ? 'unknown' : classOf({ ...reading, claimChain });
  // The others have no use for one.
  const named = kind === 'waiting' ? (await destinationsIn(db, readings)).get(wallet) : undefined;
  return {
    chainId: claimChain,
    class: kind,
    contractOn: [...(reading?.codeByChain ?? [])].flatMap(([chainId, code]) => (isContract(code) ? [chainId] : [])),
    named: named !== undefined,
    destination: named?.address ?? null,
  };
}

/**
 * The address that each of these wallets (lower case) has named for the claim, if any. It counts only while the
 * contract had vouched on every chain on which the wallet has bought: whoever has the address on one chain must not
 * name where the tokens of another go.
 */
export async function destinationsOf(
  db: Db | Tx,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, Destination>> {
  return destinationsIn(db, await readingsOf(db, wallets));
}

async function destinationsIn(
  db: Db | Tx,
  readings: ReadonlyMap<string, WalletReading>,
): Promise<ReadonlyMap<string, Destination>> {
  if (readings.size === 0) return new Map();
  const rows = await db
    .selectFrom('wallet_destinations')
    .selectAll()
    .where('wallet', 'in', [...readings.keys()])
    .orderBy('id')
    .execute();
  const counting = rows.filter(({ wallet, chains }) => covers(chains, readings.get(wallet)?.paidOn ?? []));
  return new Map(counting.map((row) => [row.wallet, { address: row.destination, namedAt: row.named_at }]));
}

function covers(chains: string | null, paidOn: readonly number[]): boolean {
  const vouched = chainsOf({ contract_chains: chains });
  return vouched === null || paidOn.every((chainId) => vouched.includes(chainId));
}

/** Notes that a final list pays these wallets' tokens to the addresses they named: they can name no others. */
export async function closeDestinations(tx: Tx, wallets: readonly string[], batch: bigint): Promise<void> {
  if (wallets.length === 0) return;
  await tx
    .updateTable('wallet_destinations')
    .set({ batch })
    .where('wallet', 'in', wallets)
    .where('batch', 'is', null)
    .execute();
}

/**
 * Stores where the tokens of a waiting wallet go, for a session in which its contract has vouched on `chains` (null for
 * a key). Throws ApiFailure not_waiting if the wallet needs no other address or has paid nothing, list_final and
 * destination_unusable.
 */
export async function nameDestination(
  { db, env, now }: Pick<AppContext, 'db' | 'env' | 'now'>,
  { wallet, destination, chains }: { wallet: string; destination: string; chains: readonly number[] | null },
): Promise<Destination> {
  const { claimChain } = env;
  const readings = await readingsOf(db, [wallet, destination]);
  const isWaiting = (address: string) => {
    const reading = readings.get(address);
    return reading !== undefined && reading.paidOn.length > 0 && classOf({ ...reading, claimChain }) === 'waiting';
  };
  if (claimChain === null || !isWaiting(wallet)) throw new ApiFailure('not_waiting');
  // Its own address will do where its contract has vouched on the claim chain too.
  const isSafe = destination === wallet ? chains === null || chains.includes(claimChain) : !isWaiting(destination);
  if (!isSafe || reserved(env).has(destination)) throw new ApiFailure('destination_unusable');
  const closed = await db
    .selectFrom('wallet_destinations')
    .select('id')
    .where('wallet', '=', wallet)
    .where('batch', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (closed !== undefined) throw new ApiFailure('list_final');
  const namedAt = BigInt(now());
  await db
    .insertInto('wallet_destinations')
    .values({ wallet, destination, chains: chains?.join(',') ?? null, named_at: namedAt, batch: null })
    .execute();
  return { address: destination, namedAt };
}

/** Addresses from which nobody could claim: ours, and the contracts of coins. */
function reserved({ presaleAddress, TREASURY_IGNORE_SENDERS }: AppContext['env']): ReadonlySet<string> {
  const ours = [NOBODY, presaleAddress, ...TREASURY_IGNORE_SENDERS];
  return new Set([...ours, ...TOKENS.flatMap(({ address }) => address ?? [])].map((address) => address.toLowerCase()));
}
