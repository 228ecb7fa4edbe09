import { sql } from 'kysely';
import { CHAIN_IDS } from '#src/config/chains.ts';
import type { WalletCode, WalletReading } from '#src/lib/allocation/wallet-class.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

/** As the index of them says, which a bound value would not match. */
export const IS_CONTRACT = sql<boolean>`code not in ('none', 'delegated')`;

export interface StoredReading extends WalletReading {
  /** What is stored, also of a reading that does not count. */
  readonly stored: ReadonlyMap<number, WalletCode>;
  /** The chains on which it is to be read again. */
  readonly again: ReadonlySet<number>;
  /** The block of the first credited payment on each chain in `paidOn`. */
  readonly firstBlocks: ReadonlyMap<number, bigint>;
}

/**
 * What is known of the code at each wallet's address (lower case). Code read before the wallet's first payment on a
 * chain does not count there: the contract that paid may not have existed yet.
 */
export async function readingsOf(db: Db | Tx, wallets: readonly string[]): Promise<ReadonlyMap<string, StoredReading>> {
  if (wallets.length === 0) return new Map();
  const [codes, payments] = await Promise.all([
    db
      .selectFrom('wallet_codes')
      .select(['wallet', 'chain_id', 'code', 'block_number', 'again'])
      .where('wallet', 'in', wallets)
      .execute(),
    db
      .selectFrom('payments')
      .select((select) => ['payer', 'chain_id', select.fn.min<bigint | null>('block_number').as('first')])
      .where('payer', 'in', wallets)
      .where('status', '=', 'credited')
      .groupBy(['payer', 'chain_id'])
      .execute(),
  ]);
  const readings = new Map(wallets.map((wallet) => [wallet, emptyReading()]));
  for (const { payer, chain_id, first } of payments)
    readings.get(payer)?.firstBlocks.set(Number(chain_id), BigInt(first ?? 0n));
  for (const { wallet, chain_id, code, block_number, again } of codes) {
    const reading = readings.get(wallet);
    const chainId = Number(chain_id);
    reading?.stored.set(chainId, code as WalletCode);
    if (again === 1n) reading?.again.add(chainId);
    if (block_number >= (reading?.firstBlocks.get(chainId) ?? 0n))
      reading?.codeByChain.set(chainId, code as WalletCode);
  }
  return new Map(
    [...readings].map(([wallet, reading]) => [wallet, { ...reading, paidOn: [...reading.firstBlocks.keys()] }]),
  );
}

function emptyReading() {
  return {
    codeByChain: new Map<number, WalletCode | null>(CHAIN_IDS.map((chainId) => [chainId, null])),
    stored: new Map<number, WalletCode>(),
    again: new Set<number>(),
    firstBlocks: new Map<number, bigint>(),
  };
}

/**
 * Has the code of every contract wallet read again that was read before `since` (ms), within the budget of reading;
 * resolves to how many readings are still to be done. To be called until none is.
 */
export async function recheck(db: Db, since: number): Promise<number> {
  await db
    .updateTable('wallet_codes')
    .set({ again: 1n })
    .where('again', '=', 0n)
    .where('read_at', '<', BigInt(since))
    .where('wallet', 'in', db.selectFrom('wallet_codes').select('wallet').where(IS_CONTRACT))
    .execute();
  return countOf(db.selectFrom('wallet_codes').where(sql<boolean>`again = 1`));
}
