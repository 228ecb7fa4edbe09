import { NANO_PER_SYNX, PHASES, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { type Env, EnvironmentError } from '#src/server/platform/env/env.ts';
import { appendRecords } from '#src/server/platform/records/append-record.ts';
import { isFrozen } from '#src/server/platform/records/freeze.ts';
import { recordNews } from '#src/server/platform/records/news.ts';
import { rateEntry } from '#src/server/platform/records/record-stake.ts';
import { type LedgerEntry, postTransfer } from '../ledger/accounts.ts';
import { recordPriceChange } from './sale-clock.ts';
import { lockRewards } from './sale-state.ts';

const NO_TIME =
  'no chain tells the time, by which the opening of a sale and a new STAKING_APY are dated for good: see RPC_URL_*';

/**
 * Opens the books on the first start; later ones only record a changed rate. Throws EnvironmentError for a database of
 * another presale or of local and real chains, and while no chain has confirmed the time.
 */
export async function initialiseSale(db: Db, env: Env, now: number, isTimeConfirmed = true): Promise<void> {
  const at = BigInt(now);
  const requireTime = () => {
    if (!isTimeConfirmed) throw new EnvironmentError([NO_TIME]);
  };
  const network = saleNetwork(env);
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('settings')
      .values({ key: 'network', value: network })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (first === undefined) {
      const stored = await tx
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'network')
        .executeTakeFirstOrThrow();
      if (stored.value !== network) {
        throw new EnvironmentError([
          `the database belongs to "${stored.value}", this configuration to "${network}"; use another database`,
        ]);
      }
    } else {
      requireTime();
      await openBooks(tx, at);
    }
    const rate = await tx.selectFrom('rate_history').select('rate').orderBy('id', 'desc').limit(1).executeTakeFirst();
    // A list counts the rates of its draft; the new one waits for a withdrawal and the next start.
    if (rate?.rate === env.stakingRate || (await isFrozen(tx))) return;
    requireTime();
    // A stake reads the rates under this lock, so their records are in the order in which stakes saw them.
    await lockRewards(tx);
    const inserted = await tx
      .insertInto('rate_history')
      .values({ from_at: at / 1000n, rate: env.stakingRate, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await appendRecords(tx, 'stakes', at, [rateEntry(inserted)]);
    if (rate !== undefined)
      await recordNews(
        tx,
        {
          event: 'rate-changed',
          data: { rate: formatUnits(env.stakingRate, 4) },
          source: `rate-history:${inserted.id}`,
        },
        at,
      );
  });
}

/** What a database belongs to; its first start stores this. */
export function saleNetwork({ rehearsal, presaleAddress }: Pick<Env, 'rehearsal' | 'presaleAddress'>): string {
  return `${rehearsal ? 'rehearsal' : 'live'} ${presaleAddress.toLowerCase()}`;
}

async function openBooks(tx: Parameters<typeof postTransfer>[0], at: bigint): Promise<void> {
  const [first] = PHASES;
  const stock: LedgerEntry[] = PHASES.map(({ phase, supply }) => ({
    kind: 'sale',
    owner: String(phase),
    amount: supply * NANO_PER_SYNX,
  }));
  stock.push({ kind: 'rewards-pool', owner: '', amount: STAKING_POOL_SYNX * NANO_PER_SYNX });
  const issued = stock.reduce((sum, entry) => sum + entry.amount, 0n);
  await postTransfer(tx, { kind: 'genesis', at }, [...stock, { kind: 'issuance', owner: '', amount: -issued }]);
  await tx
    .insertInto('sale_state')
    .values({
      id: 1n,
      version: 1n,
      phase: 1n,
      window_number: 1n,
      window_started_at: at,
      closed_at: null,
      phase_ends_at: null,
      raised_micro: 0n,
      purchases: 0n,
    })
    .execute();
  const change = { kind: 'start', phase: 1n, price_micro_usd: first.priceMicroUsd, window_number: 1n } as const;
  await recordPriceChange(tx, { ...change, at, reason: 'sale opened' }, at);
  await tx.insertInto('reward_totals').values({ id: 1n, staked: 0n, weighted: '0' }).execute();
}
