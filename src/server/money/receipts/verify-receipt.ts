import { readPaymentId } from '#src/chain/payment-id.ts';
import { type ReceiptPayload, receiptSchema, type VerifyReceipt } from '#src/contract/receipts.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import type { KeyRing } from '#src/server/platform/keys/key-ring.ts';
import { type ReceiptFacts, receiptPayload } from './receipt-payload.ts';

/** Checks whether every field of an alleged receipt is as the server signed it, and adds what the ledger says now. */
export async function verifyReceipt(
  db: Db,
  keys: KeyRing,
  presaleAddress: string,
  given: unknown,
): Promise<VerifyReceipt> {
  const nothing = { id: null, ledger: null, current: null };
  const parsed = receiptSchema.safeParse(given);
  if (!parsed.success) return { valid: false, problem: 'malformed', ...nothing };
  const receipt = parsed.data;
  const problem = await keys.check(receipt);
  if (problem !== null) return { valid: false, problem, ...nothing };
  const place = readPaymentId(receipt.payload.id);
  const now = place === null ? null : await receiptPayload(db, presaleAddress, place);
  return {
    valid: true,
    problem: null,
    id: receipt.payload.id,
    ledger: standing(receipt.payload, now),
    current: now?.current ?? null,
  };
}

function standing(held: ReceiptPayload, now: ReceiptFacts | null): NonNullable<VerifyReceipt['ledger']> {
  if (now === null) return 'unknown';
  const { status, ledgerEntry, tokens } = now.payload;
  if (status === 'reversed') return 'reversed';
  return held.status === 'credited' && held.ledgerEntry.sequence === ledgerEntry.sequence && held.tokens === tokens
    ? 'credited'
    : 'superseded';
}
