import { randomInt } from 'node:crypto';
import type { PartnerApplication } from '#src/contract/partners.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Without characters that people confuse when reading aloud or copying by hand. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Stores an application and returns its reference. */
export async function recordApplication(db: Db, application: PartnerApplication, now: number): Promise<string> {
  const reference = newReference();
  const { organisation, website = '', email, type, message, locale = null } = application;
  await db
    .insertInto('partner_applications')
    .values({ reference, organisation, website, email, type, message, locale, created_at: BigInt(now) })
    .execute();
  return reference;
}

/** A reference such as P-7KM3-Q2XD; one of 6.5e11. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `P-${part()}-${part()}`;
}
