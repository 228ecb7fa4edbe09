import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { RETENTION } from '#src/config/retention.ts';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { networkOf } from '#src/server/platform/util/network-of.ts';

const DAY_MS = 86_400_000n;
const KEPT_MS = BigInt(RETENTION.abuseDays) * DAY_MS;
const SALT = 'network-secret:';

/** A network's hash under this month's salt, deleted with its rows (sweepNetworks); `unnamed` for private addresses. */
export async function networkHash(db: Db, ip: string, now: number, unnamed: string | null = null) {
  const network = networkOf(ip) ?? unnamed;
  if (network === null) return null;
  const secret = await secretOf(db, SALT + monthOf(now));
  return hash('sha256', `${secret}\0${network}`);
}

/** Whether a wallet has, or now gets, one of its network's places in 24 hours (S12). Using a place keeps it. */
export async function takePlace(
  tx: Tx,
  { hash: network, places }: { readonly hash: string | null; readonly places: number },
  wallet: string,
  at: bigint,
): Promise<boolean> {
  if (network === null) return true;
  await tx
    .insertInto('network_wallets')
    .values({ network, wallet: '', seen_at: at, placed_at: null })
    .onConflict((conflict) => conflict.columns(['network', 'wallet']).doUpdateSet({ seen_at: at }))
    .execute();
  const since = at - DAY_MS;
  const placed = await tx
    .selectFrom('network_wallets')
    .select('wallet')
    .where('network', '=', network)
    .where('placed_at', '>', since)
    .limit(places + 1)
    .execute();
  const has = placed.length < places || placed.some((row) => row.wallet === wallet);
  await tx
    .insertInto('network_wallets')
    .values({ network, wallet, seen_at: at, placed_at: has ? at : null })
    .onConflict((conflict) =>
      conflict.columns(['network', 'wallet']).doUpdateSet(has ? { seen_at: at, placed_at: at } : { seen_at: at }),
    )
    .execute();
  return has;
}

/** Deletes networks that have not been seen for that long, and their salts. */
export async function sweepNetworks(db: Db, now: number): Promise<void> {
  const before = BigInt(now) - KEPT_MS;
  await deleteInChunks(db, 'network_wallets', ['network', 'wallet'], sql`seen_at <= ${before}`);
  await db
    .deleteFrom('settings')
    .where('key', 'like', `${SALT}%`)
    .where('key', '<', SALT + monthOf(Number(before)))
    .execute();
}

function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
