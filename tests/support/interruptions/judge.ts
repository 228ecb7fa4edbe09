import { setTimeout as pause } from 'node:timers/promises';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { findToken } from '#src/config/tokens.ts';
import type { Track } from '#src/contract/track.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { transactionsOf } from '#src/dev/rehearsal/replace-blocks.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import type { TestChains } from '../test-chains.ts';
import { INTERRUPTIONS, type Interruption } from './plan.ts';
import type { Purchase } from './purchase.ts';

/** US dollars of a coin with 8 decimals, as the local feeds answer; a SYNX costs 0.013. */
const COIN_E8: Readonly<Record<ChainId, bigint>> = { 1: 451_348_000_000n, 56: 91_804_000_000n, 137: 80_000_000n };
const SYNX_E8 = 1_300_000n;
/** Permitted statuses of a hash that is in no block: never that it was credited. */
const ABSENT: ReadonlySet<string> = new Set(['processing', 'replaced', 'cancelled', 'expired', 'unknown']);
/** A quiet machine takes seconds, a busy one minutes; a payment that never recovers fails either way. */
const HEALING_MS = 300_000;

export interface Outcome {
  readonly payments: number;
  readonly kills: number;
  readonly interruptions: Readonly<Record<Interruption, number>>;
  /** Hashes by the status that the site finally shows for them. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Faults in words; empty when every payment was credited once or is shown in its true state. */
  readonly faults: readonly string[];
}

interface Judged {
  readonly purchases: readonly Purchase[];
  readonly chains: TestChains;
  readonly url: string;
  readonly location: string;
  readonly stop: () => Promise<void>;
  readonly kills: () => number;
}

/**
 * Waits until everything has recovered, and compares the wallets' holdings and the visitors' answers with the chains.
 */
export async function judge({ purchases, chains, url, location, stop, kills }: Judged): Promise<Outcome> {
  const faults: string[] = [];
  await healed(async () => {
    const paid = await paidOnChain(chains, purchases);
    const wrong = await Promise.all(purchases.map((purchase) => differs(url, purchase, paid)));
    return wrong.filter((each) => each !== null);
  }, faults);
  await healed(() => forget(purchases, url), faults);
  const statuses: Record<string, number> = {};
  for (const { sent } of purchases)
    for (const hash of sent) {
      const { status } = await track(url, hash);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  const paid = await paidOnChain(chains, purchases);
  await stop();
  faults.push(...(await inspect(location, purchases, paid)));
  for (const { sent, wallet } of purchases)
    if (sent.length !== 1) faults.push(`${wallet} was asked to pay ${sent.length} times`);
  return {
    payments: purchases.length,
    kills: kills(),
    interruptions: Object.fromEntries(
      INTERRUPTIONS.map((kind) => [
        kind,
        purchases.reduce((sum, { plan }) => sum + plan.interruptions.filter((each) => each.kind === kind).length, 0),
      ]),
    ) as Record<Interruption, number>,
    statuses,
    faults,
  };
}

/** Repeats until there are no faults, or time is up: then the remaining ones count. */
async function healed(look: () => Promise<readonly string[]>, faults: string[]): Promise<void> {
  const until = Date.now() + HEALING_MS;
  for (;;) {
    const wrong = await look();
    if (wrong.length === 0) return;
    if (Date.now() > until) {
      faults.push(...wrong);
      return;
    }
    await pause(500);
  }
}

/** The chains' content: hashes of successful payments to the presale address, by wallet. */
async function paidOnChain(chains: TestChains, purchases: readonly Purchase[]): Promise<Map<string, string[]>> {
  const wallets = new Set(purchases.map(({ wallet }) => wallet));
  const paid = new Map<string, string[]>();
  const treasury = TREASURY.slice(2).toLowerCase();
  for (const chainId of CHAIN_IDS) {
    const client = chains.client(chainId);
    const head = await client.getBlockNumber();
    const numbers = Array.from({ length: Number(head) }, (_, index) => BigInt(index + 1));
    const blocks = await Promise.all(numbers.map((number) => transactionsOf(client, number)));
    for (const { hash, from, to, input } of blocks.flat()) {
      const pays = String(to).toLowerCase().endsWith(treasury) || /^0xa9059cbb/.test(input);
      if (!pays || !wallets.has(from.toLowerCase())) continue;
      const receipt = await call<{ status: string }>(client, 'eth_getTransactionReceipt', [hash]);
      if (receipt.status === '0x1') paid.set(from.toLowerCase(), [...(paid.get(from.toLowerCase()) ?? []), hash]);
    }
  }
  return paid;
}

/** Whole SYNX that a purchase is worth, by this file's own arithmetic. */
function worth({ plan: { intent } }: Purchase): bigint {
  const { chainId, symbol, amount } = intent;
  const { decimals = 0, address } = findToken(chainId, symbol) ?? {};
  const priceE8 = address === null ? COIN_E8[chainId] : 100_000_000n;
  return (toUnits(amount, decimals) * priceE8) / 10n ** BigInt(decimals) / SYNX_E8;
}

async function differs(url: string, purchase: Purchase, paid: ReadonlyMap<string, string[]>): Promise<string | null> {
  const { wallet, sent } = purchase;
  const standing = paid.get(wallet) ?? [];
  const expected = worth(purchase) * BigInt(standing.length);
  const { availableToStake } = (await get(url, `/api/staking/balance/${wallet}`)) as { availableToStake: string };
  if (availableToStake !== String(expected)) return `${wallet} holds ${availableToStake}, paid for ${expected}`;
  for (const hash of new Set([...sent, ...standing])) {
    const { status, reason } = await track(url, hash);
    const right = standing.includes(hash) ? status === 'credited' : ABSENT.has(status);
    if (!right) return `${hash} is shown as ${status} (${reason}), ${standing.includes(hash) ? 'in' : 'in no'} block`;
  }
  return null;
}

/** Has every browser that keeps a payment open a page: settled ones must then be forgotten, and no others. */
async function forget(purchases: readonly Purchase[], url: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { browser } of purchases) {
    const settled: string[] = [];
    for (const hash of browser.kept()) {
      const { status } = await track(url, hash);
      if (status !== 'processing' && status !== 'confirming' && status !== 'unknown') settled.push(hash);
    }
    if (settled.length === 0) continue;
    const page = browser.open(null);
    await Promise.race([page.over.then(() => pause(500)), pause(5_000)]);
    await page.close();
    const kept = browser.kept();
    wrong.push(...settled.filter((hash) => kept.includes(hash)).map((hash) => `${hash} is settled and still kept`));
  }
  return wrong;
}

async function inspect(
  location: string,
  purchases: readonly Purchase[],
  paid: ReadonlyMap<string, string[]>,
): Promise<string[]> {
  const { db, close } = await openDatabase(location);
  try {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('ledger_transfers', 'ledger_transfers.payment_id', 'payments.id')
      .select(['payments.transaction_hash', 'payments.payer', 'ledger_transfers.kind'])
      .execute();
    const { problems } = await verifyRecords(storedRecords(db), 'purchases');
    const faults = [...(await checkLedger(db)), ...problems];
    for (const { wallet, browser } of purchases) {
      const own = rows.filter(({ payer }) => payer === wallet);
      for (const hash of new Set(own.map(({ transaction_hash }) => transaction_hash))) {
        const events = own.filter(({ transaction_hash }) => transaction_hash === hash);
        const credits = events.filter(({ kind }) => kind === 'credit').length;
        const net = credits - (events.length - credits);
        const stands = paid.get(wallet)?.includes(hash) ?? false;
        if (net !== (stands ? 1 : 0)) faults.push(`${hash} has ${net} credits more than reversals`);
      }
      if (browser.toasts.includes('tokensCredited') && own.length === 0)
        faults.push(`${wallet} was told of a credit that does not exist`);
    }
    return faults;
  } finally {
    await close();
  }
}

function track(url: string, hash: string): Promise<Track> {
  return get(url, `/api/track/${hash}`) as Promise<Track>;
}

async function get(url: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
