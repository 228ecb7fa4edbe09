import { TOKENS } from '#src/config/tokens.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { classOf, isContract, type WalletReading } from '#src/lib/allocation/wallet-class.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
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
 * The address that each of these wallets has named for the claim, if any. It counts only while the contract had vouched
 * on every chain on which the wallet has bought: whoever has the address on one chain must not name where the tokens of
 * another go.
 */
async function destinationsIn(
  db: Db,
  readings: ReadonlyMap<string, WalletReading>,
): Promise<ReadonlyMap<string, Destination>> {
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

/**
 * Stores where the tokens of a waiting wallet go, for a session in which its contract has vouched on `chains` (null for
 * a key). Throws ApiFailure not_waiting if the wallet needs no other address or has paid nothing, and
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
  if (!isSafe || (await isReserved(db, env, destination))) throw new ApiFailure('destination_unusable');
  const namedAt = BigInt(now());
  await db.transaction().execute(async (tx) => {
    // An earlier one must not come back once this one counts no longer, nor cost every reader more with each naming.
    await tx.deleteFrom('wallet_destinations').where('wallet', '=', wallet).execute();
    await tx
      .insertInto('wallet_destinations')
      .values({ wallet, destination, chains: chains?.join(',') ?? null, named_at: namedAt, batch: null })
      .execute();
  });
  return { address: destination, namedAt };
}

/** Whether nobody could claim from it: an address of ours, the contract of a coin, the token or its claims. */
async function isReserved(
  db: Db,
  { presaleAddress, TREASURY_IGNORE_SENDERS }: AppContext['env'],
  address: string,
): Promise<boolean> {
  const given = await db
    .selectFrom('distributors')
    .select('batch')
    .where((where) => where.or([where('claims', '=', address), where('token', '=', address)]))
    .limit(1)
    .executeTakeFirst();
  const coins = TOKENS.flatMap((token) => token.address ?? []);
  const known = [NOBODY, presaleAddress, ...TREASURY_IGNORE_SENDERS, ...coins].map((one) => one.toLowerCase());
  return given !== undefined || known.includes(address);
}
