import type { Db, Tx } from '../database/tables.ts';

/** Settings that staff may change while the server runs; empty at first. */
export const LIVE_SETTINGS = {
  'switched-off-tokens': 'Payment options that are not offered, as chain:token, separated by commas',
  'social-share-message': 'Shown while a social share waits for review',
} as const;
export type LiveSetting = keyof typeof LIVE_SETTINGS;

/** Stored with the settings, with the same history; separate commands change it. */
export const WITHDRAWN_BUILDS = 'withdrawn-builds';

/** Payment options that staff switched off, as `1:USDT`. */
export async function switchedOffTokens({ db }: { readonly db: Db | Tx }): Promise<readonly string[]> {
  return partsOf(await latest(db, 'switched-off-tokens'));
}

/** The sentence shown while a social share is under review; empty for the site's own text. */
export async function socialSharePendingMessage({ db }: { readonly db: Db | Tx }): Promise<string> {
  return (await latest(db, 'social-share-message')) ?? '';
}

/** Builds that must no longer sell, by the commit of their source, in the order of their withdrawal. */
export async function withdrawnBuilds(db: Db | Tx): Promise<readonly string[]> {
  return partsOf(await latest(db, WITHDRAWN_BUILDS));
}

/** Sets a value, with its reason; earlier ones remain in the history. */
export async function setLive(
  tx: Tx,
  key: LiveSetting | typeof WITHDRAWN_BUILDS,
  value: string,
  { reason, by, now }: { readonly reason: string; readonly by: string; readonly now: number },
): Promise<void> {
  const row = { key, value, reason, set_by: by, created_at: BigInt(now) };
  await tx.insertInto('live_settings').values(row).execute();
}

function partsOf(value = ''): readonly string[] {
  return value.split(',').filter((part) => part !== '');
}

async function latest(db: Db | Tx, key: LiveSetting | typeof WITHDRAWN_BUILDS): Promise<string | undefined> {
  const row = await db
    .selectFrom('live_settings')
    .select('value')
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.value;
}
