import { isChainId } from '#src/config/chains.ts';
import { ACTIVITY_SHOWN, type PresaleActivity } from '#src/contract/presale.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

const DIGITS = 3;

/** The latest credited purchases (decision 31), newest first: only those on chain and in the ledger. */
export async function presaleActivity(db: Db): Promise<PresaleActivity> {
  const rows = await db
    .selectFrom('payments')
    .select(['payer', 'tokens', 'chain_id', 'token_symbol', 'transaction_hash', 'block_time', 'credited_at'])
    .where('status', '=', 'credited')
    .orderBy('credited_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ACTIVITY_SHOWN)
    .execute();
  return {
    entries: rows.flatMap((row) => {
      const chainId = Number(row.chain_id);
      if (!isChainId(chainId) || row.block_time === null || row.credited_at === null) return [];
      return {
        wallet: shortenAddress(row.payer),
        tokens: cutDigits(row.tokens ?? 0n),
        chainId,
        paymentMethod: row.token_symbol ?? '',
        transactionHash: row.transaction_hash,
        paidAt: isoTime(row.block_time * 1000n),
        creditedAt: isoTime(row.credited_at),
      };
    }),
  };
}

function cutDigits(amount: bigint): string {
  const text = amount.toString();
  return text.length <= DIGITS ? text : text.slice(0, DIGITS).padEnd(text.length, '0');
}
