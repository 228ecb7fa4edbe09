import type { Db } from '#src/server/platform/database/tables.ts';

/** Offers every payment option again, as two managers would. */
export async function switchOnAll(db: Db): Promise<void> {
  const setting = { key: 'switched-off-tokens', value: '', reason: 'the test is over', set_by: 'ada', created_at: 1n };
  await db.insertInto('live_settings').values(setting).execute();
}
