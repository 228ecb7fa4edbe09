import type { VerifyKeys, VerifyReceipt } from '#src/contract/receipts.ts';
import type { Db } from '../database/tables.ts';
import type { Env } from '../env/env.ts';
import { isoTime } from '../util/iso-time.ts';
import { isSignedBy, openSigningKey } from './signing-key.ts';

export interface Signed<Payload> {
  readonly payload: Payload;
  readonly algorithm: 'Ed25519';
  readonly keyId: string;
  readonly signature: string;
}

/** The current signing key and all earlier ones. */
export interface KeyRing {
  sign<Payload>(payload: Payload): Signed<Payload>;
  /** All public keys, the current one first. */
  keys(): Promise<VerifyKeys['keys']>;
  /** What is wrong with a signature; null if it is valid. */
  check(signed: Signed<unknown>): Promise<VerifyReceipt['problem']>;
}

/** Opens the signing key, and retires the previous one, whose receipts stay valid. Throws EnvironmentError. */
export async function openKeyRing(db: Db, env: Env, now: number): Promise<KeyRing> {
  const key = openSigningKey(env);
  const at = BigInt(now);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('receipt_keys')
      .set({ valid_until: at })
      .where('key_id', '<>', key.id)
      .where('valid_until', 'is', null)
      .execute();
    await tx
      .insertInto('receipt_keys')
      .values({ key_id: key.id, public_key: key.publicKey, valid_from: at, valid_until: null })
      .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ valid_until: null }))
      .execute();
  });
  const statusOf = (id: string, until: bigint | null): VerifyKeys['keys'][number]['status'] =>
    env.RECEIPT_REVOKED_KEYS.includes(id) ? 'revoked' : until === null ? 'current' : 'retired';
  const keys = async () => {
    const rows = await db.selectFrom('receipt_keys').selectAll().orderBy('valid_from', 'desc').execute();
    return rows
      .sort((a, b) => Number(b.valid_until === null) - Number(a.valid_until === null))
      .map((row) => ({
        id: row.key_id,
        publicKey: row.public_key,
        status: statusOf(row.key_id, row.valid_until),
        validFrom: isoTime(row.valid_from),
        validUntil: row.valid_until === null ? null : isoTime(row.valid_until),
      }));
  };
  return {
    keys,
    sign: (payload) => ({ payload, algorithm: 'Ed25519', keyId: key.id, signature: key.sign(payload) }),
    check: async ({ payload, keyId, signature }) => {
      const known = (await keys()).find(({ id }) => id === keyId);
      if (known === undefined) return 'unknown-key';
      if (known.status === 'revoked') return 'revoked-key';
      try {
        return isSignedBy(known.publicKey, payload, signature) ? null : 'bad-signature';
      } catch (error) {
        // Half a character, or a fraction: it has no canonical form, so nobody can have signed it.
        if (error instanceof TypeError) return 'malformed';
        throw error;
      }
    },
  };
}
