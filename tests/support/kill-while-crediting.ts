import { setTimeout } from 'node:timers/promises';
import type { Db } from '#src/server/platform/database/tables.ts';
import { inspect } from './credited-once.ts';
import { endLeases, type MortalServer, startMortalServer } from './kill-server.ts';
import { newWallet, tokenAddress } from './pay.ts';
import { payMany } from './pay-many.ts';
import type { TestChains } from './test-chains.ts';

const CHAIN = 137;
/** A little more than one SYNX costs in the first phase, in base units of six decimals. */
const ABOVE_ONE_SYNX = 13_100n;
/** Payments of one transaction that share a commit. */
const PAGE = 50;

/**
 * Makes one transaction with many payments and kills the server whenever it has credited more of them, `kills` times;
 * then lets it finish. Returns how many are credited in the end, and the faults of every database that was left.
 */
export async function killWhileCrediting(
  kills: number,
  transfers: number,
  chains: TestChains,
  { location }: { readonly location: string },
): Promise<{ readonly credited: number; readonly faults: readonly string[] }> {
  const wallet = newWallet();
  const faults: string[] = [];
  let server = await startMortalServer(chains, location);
  let credited = 0;
  try {
    await payMany(chains.client(CHAIN), wallet, tokenAddress(CHAIN, 'USDC'), ABOVE_ONE_SYNX, transfers);
    await chains.mine(CHAIN, 6);
    for (let round = 0; round < kills && credited < transfers; round += 1) {
      credited = await creditedMore(server, wallet, credited);
      await server.kill();
      faults.push(...(await inspect(location, (db) => partlyCredited(db, wallet))));
      await endLeases(location);
      server = await startMortalServer(chains, location);
    }
    while (credited < transfers) credited = await creditedMore(server, wallet, credited);
    if ((await server.stop()) !== 0) faults.push('the last server did not exit');
    faults.push(...(await inspect(location, (db) => partlyCredited(db, wallet))));
  } finally {
    await server.kill();
  }
  return { credited, faults };
}

/** Waits until the wallet has more SYNX than before; two minutes at most. */
async function creditedMore(server: MortalServer, wallet: string, before: number): Promise<number> {
  const until = Date.now() + 120_000;
  for (;;) {
    const answer = await fetch(`${server.url}/api/staking/balance/${wallet}`);
    const { availableToStake } = (await answer.json()) as { availableToStake: string };
    if (Number(availableToStake) > before) return Number(availableToStake);
    if (Date.now() > until) throw new Error(`no credit after ${before} of ${wallet}`);
    // The server shares its processor with this test.
    await setTimeout(10);
  }
}

/** Commits of which a part is missing, in words: whole pages are credited, in the order of their transfers. */
async function partlyCredited(db: Db, payer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('status')
    .where('payer', '=', payer)
    .orderBy('transfer_index')
    .execute();
  const credited = rows.filter(({ status }) => status === 'credited').length;
  const isFront = rows.slice(0, credited).every(({ status }) => status === 'credited');
  const events = await db
    .selectFrom('ledger_transfers')
    .innerJoin('payments', 'payments.id', 'ledger_transfers.payment_id')
    .select('ledger_transfers.id')
    .where('payer', '=', payer)
    .execute();
  return [
    ...(credited % PAGE === 0 ? [] : [`${credited} payments are credited, not whole pages of ${PAGE}`]),
    ...(isFront ? [] : ['payments are credited out of their order']),
    ...(events.length === credited ? [] : [`${credited} payments are credited by ${events.length} ledger events`]),
  ];
}
