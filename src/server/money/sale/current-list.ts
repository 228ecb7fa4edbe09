import type { Db } from '#src/server/platform/database/tables.ts';

/** The list that says what holders get, a draft or final; undefined while there is none. */
export async function currentList(db: Db): Promise<{ readonly id: bigint; readonly opensAt: bigint } | undefined> {
  const latest = await db
    .selectFrom('allocation_batches')
    .select(['id', 'opens_at', 'state'])
    .where('root', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest === undefined || latest.state === 'withdrawn' ? undefined : { id: latest.id, opensAt: latest.opens_at };
}
