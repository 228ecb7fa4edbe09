import { createHash } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import { sql } from 'kysely';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

const DAY_MS = 86_400_000n;
const KEPT_MS = 30n * DAY_MS;
const SALT = 'network-secret:';

const local = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(net, prefix, 'ipv4');
}
local.addSubnet('::', 127, 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** The network of an address: /24 for IPv4, /48 for IPv6; null for private addresses. */
export function networkOf(ip: string): string | null {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(plain)) {
    return local.check(plain, 'ipv4') ? null : plain.slice(0, plain.lastIndexOf('.'));
  }
  if (!URL.canParse(`http://[${plain}]`) || local.check(plain, 'ipv6')) return null;
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 3).join(':');
}

/**
 * A network's hash under this month's salt, which is deleted with the rows made from it (sweepNetworks). Private
 * addresses get the network `unnamed` if it is given, otherwise none.
 */
export async function networkHash(db: Db, ip: string, now: number, unnamed: string | null = null) {
  const network = networkOf(ip) ?? unnamed;
  if (network === null) return null;
  const secret = await secretOf(db, SALT + monthOf(now));
  return createHash('sha256').update(`${secret}\0${network}`).digest('hex');
}

/**
 * Whether a wallet holds, or now gets, one of the places that a network has in 24 hours (S12): only that many wallets
 * of one network count without a person's review. Using a place keeps it.
 */
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

/** Deletes networks after 30 days, and their salts. */
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
