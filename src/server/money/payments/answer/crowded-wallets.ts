import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { keyedCache } from '#src/server/platform/util/caches.ts';
import type { Viewer } from './wallet-payments.ts';

/** Payments, or hashes posted in its name, beyond any person's wallet: reading that many takes milliseconds. */
const MANY_PAYMENTS = 200;
const MANY_HASHES = 1_000;

const ANYBODY: Viewer = { isOwner: false, tokenHash: null };

/**
 * Caches answers about crowded wallets: strangers control how much there is to read about one (S25). One answer for its
 * owner; one for others, without unconfirmed hashes that a session posted.
 */
export function crowdedWallets<Answer>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { keptMs, most }: { readonly keptMs: number; readonly most: number },
): (wallet: string, viewer: Viewer, load: (viewer: Viewer) => Promise<Answer>) => Promise<Answer> {
  const kept = keyedCache<Answer>(keptMs, most, now);
  return async (wallet, viewer, load) => {
    if (!(await isCrowded(db, wallet))) return load(viewer);
    const reader = viewer.isOwner ? viewer : ANYBODY;
    return kept.get(`${wallet} ${reader.isOwner}`, () => load(reader));
  };
}

async function isCrowded(db: Db, wallet: string): Promise<boolean> {
  const [payment, hash] = await Promise.all([
    db
      .selectFrom('payments')
      .select('payer')
      .where('payer', '=', wallet)
      .limit(1)
      .offset(MANY_PAYMENTS)
      .executeTakeFirst(),
    db
      .selectFrom('submissions')
      .select('wallet')
      .where('wallet', '=', wallet)
      .limit(1)
      .offset(MANY_HASHES)
      .executeTakeFirst(),
  ]);
  return payment !== undefined || hash !== undefined;
}
