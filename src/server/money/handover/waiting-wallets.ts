import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { classOf, isContract } from '#src/lib/allocation/wallet-class.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import type { BatchRow } from '../sale/latest-batch.ts';
import { IS_CONTRACT, readingsOf, recheck, type StoredReading } from './wallet-codes.ts';

const PAGE = 500;
/** Before a list is made final, contracts are read once more within the last day of objections. */
const LAST_DAY_MS = 86_400_000;

/** Wallets that are looked through at a time. */
const LOOKED_THROUGH = 2_000;
/** The wallets that a list may have, in parts that have none in common. */
export const LISTABLE = [
  sql`select wallet from wallet_holdings`,
  sql`select wallet from participants where ranked > 0
    and not exists (select 1 from wallet_holdings where wallet_holdings.wallet = participants.wallet)`,
];

/** How many wallets a list may have whose code has not been read on every chain. Reads all of them, in pages. */
export async function unreadWallets(db: Db): Promise<number> {
  let unread = 0n;
  for (const wallets of LISTABLE)
    for (let after: string | null = ''; after !== null; ) {
      const { rows }: { rows: { last: string | null; unread: bigint | null }[] } = await sql<{
        last: string | null;
        unread: bigint | null;
      }>`
        select max(wallet) as last, cast(sum(case when ${isUnread('page')} then 1 else 0 end) as bigint) as unread
        from (select wallet from (${wallets}) as listable where wallet > ${after} order by wallet
          limit ${LOOKED_THROUGH}) as page`.execute(db);
      after = rows[0]?.last ?? null;
      unread += rows[0]?.unread ?? 0n;
      await setImmediate();
    }
  return Number(unread);
}

/** Whether the code of a row's wallet has not been read on every chain, or before it paid there (readingsOf). */
export function isUnread(table: string) {
  return sql<boolean>`(select count(*) from wallet_codes as stored where stored.wallet = ${sql.ref(`${table}.wallet`)}
    and stored.block_number >= coalesce((select min(block_number) from payments where payer = stored.wallet
      and chain_id = stored.chain_id and status = 'credited'), 0)) < ${CHAIN_IDS.length}`;
}

/** Puts every waiting wallet among those that the next list does not have, and no longer those that wait no more. */
export async function setWaitingAside(tx: Tx, claimChain: number, now: number): Promise<void> {
  await tx.deleteFrom('wallets_set_aside').where('class', '=', 'waiting').execute();
  for await (const page of contractsIn(tx)) {
    const waiting = page.flatMap(({ wallet, reading }) => {
      const row = waitingBy(reading, claimChain);
      return row === null ? [] : [{ wallet, ...row, created_at: BigInt(now) }];
    });
    if (waiting.length === 0) continue;
    await tx
      .insertInto('wallets_set_aside')
      .values(waiting)
      .onConflict((conflict) => conflict.column('wallet').doNothing())
      .execute();
  }
}

/** Why no list has a wallet; null if one may. */
export async function asideRow(db: Db | Tx, wallet: string, claimChain: number) {
  return (await storedAside(db, wallet)) ?? waitingRow(db, wallet, claimChain);
}

/** The same by what is stored alone; undefined if nothing is. */
export function storedAside(db: Db | Tx, wallet: string) {
  return db
    .selectFrom('wallets_set_aside')
    .select(['class', 'reason', 'chain_id'])
    .where('wallet', '=', wallet)
    .executeTakeFirst();
}

/** How a wallet waits, by what has been read of it; null if it does not. */
export async function waitingRow(db: Db | Tx, wallet: string, claimChain: number) {
  const reading = (await readingsOf(db, [wallet])).get(wallet);
  return reading === undefined ? null : waitingBy(reading, claimChain);
}

function waitingBy(reading: StoredReading, claimChain: number) {
  if (classOf({ ...reading, claimChain }) !== 'waiting') return null;
  return { class: 'waiting' as const, reason: 'contract-elsewhere', chain_id: chainOfContract(reading, claimChain) };
}

/** Has the contracts read once more if the time for objections to a draft is nearly over. */
export async function recheckForDraft(db: Db, now: number): Promise<void> {
  const draft = await db
    .selectFrom('allocation_batches')
    .select('objections_until')
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (draft === undefined) return;
  const since = Number(draft.objections_until) - LAST_DAY_MS;
  if (now >= since) await recheck(db, since);
}

/** Why the contracts of a draft keep it from being final; null if nothing does. */
export async function contractsInTheWay(tx: Tx, batch: BatchRow): Promise<string | null> {
  const since = batch.objections_until - BigInt(LAST_DAY_MS);
  for await (const page of contractsIn(tx)) {
    const entries = await tx
      .selectFrom('allocation_entries')
      .select(['address', 'class'])
      .where('batch', '=', batch.id)
      .where(
        'address',
        'in',
        page.map(({ wallet }) => wallet),
      )
      .execute();
    // Others are read no more, such as one whose only points were taken back.
    if (entries.length === 0) continue;
    const old = await tx
      .selectFrom('wallet_codes')
      .select('wallet')
      .where(
        'wallet',
        'in',
        entries.map(({ address }) => address),
      )
      .where('read_at', '<', since)
      .limit(1)
      .executeTakeFirst();
    if (old !== undefined) return 'Contract wallets are being read once more. Try again in a few minutes.';
    const listed = new Set(entries.filter((entry) => entry.class === 'listed').map(({ address }) => address));
    const claimChain = Number(batch.chain_id);
    const moved = page.find(
      ({ wallet, reading }) => classOf({ ...reading, claimChain }) === 'waiting' && listed.has(wallet),
    );
    if (moved !== undefined)
      return `The contract ${moved.wallet} is listed, and its address may now be somebody else's. Withhold it, or withdraw the draft.`;
  }
  return null;
}

/** The wallets at whose address a contract has been read, by address, with what has been read. */
async function* contractsIn(
  tx: Tx,
): AsyncGenerator<readonly { readonly wallet: string; readonly reading: StoredReading }[]> {
  let after = '';
  for (;;) {
    const rows = await tx
      .selectFrom('wallet_codes')
      .select('wallet')
      .distinct()
      .where(IS_CONTRACT)
      .where('wallet', '>', after)
      .orderBy('wallet')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    const wallets = rows.map(({ wallet }) => wallet);
    yield [...(await readingsOf(tx, wallets))].map(([wallet, reading]) => ({ wallet, reading }));
    after = wallets.at(-1) ?? after;
  }
}

/** Where its contract is, of several chains another one than that of the claim. */
function chainOfContract({ codeByChain }: StoredReading, claimChain: number): bigint | null {
  const chains = [...codeByChain].flatMap(([chainId, code]) => (isContract(code) ? [chainId] : []));
  const chain = chains.find((chainId) => chainId !== claimChain) ?? chains[0];
  return chain === undefined ? null : BigInt(chain);
}
