import type { Db, Tx } from './tables.ts';

/** If a lease ends later than this many lease times from now, a clock that ran ahead took it: ignore it. */
const BELIEVED_TIMES = 10;

/** Takes or renews a named lease until now + ttlMs, by one conditional write; false while somebody else holds it. */
export async function holdLease(
  db: Db | Tx,
  { name, owner }: { readonly name: string; readonly owner: string },
  now: number,
  ttlMs: number,
): Promise<boolean> {
  const expiresAt = BigInt(now + ttlMs);
  const row = await db
    .insertInto('leases')
    .values({ name, owner, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, expires_at: expiresAt })
        .where((where) =>
          where.or([
            where('leases.owner', '=', owner),
            where('leases.expires_at', '<', BigInt(now)),
            where('leases.expires_at', '>', BigInt(now + BELIEVED_TIMES * ttlMs)),
          ]),
        ),
    )
    .returning('owner')
    .executeTakeFirst();
  return row?.owner === owner;
}

/** Releases one lease, because another instance may be able to do what this one cannot. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
}

/** Releases every lease of `owner`, so that another instance takes over at once. */
export async function releaseLeases(db: Db, owner: string): Promise<void> {
  await db.deleteFrom('leases').where('owner', '=', owner).execute();
}
