import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { keyedCache } from '#src/server/platform/util/keyed-cache.ts';
import type { Viewer } from './wallet-records.ts';

/** More payments, or hashes posted in its name, than a person's wallet has: reading them all takes milliseconds. */
const MANY_PAYMENTS = 200;
const MANY_HASHES = 1_000;

/** A reader without a session. */
const ANYBODY: Viewer = { isOwner: false, tokenHash: null };

/**
 * Answers about wallets. Dust is cheap, and hashes can be posted in anybody's name, so that strangers decide how much
 * there is to read of a wallet. An answer about a crowded one is therefore kept for `keptMs`, one for its owner and one
 * for everybody else, which leaves out unconfirmed hashes that a session has posted; others are never kept (S25).
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
