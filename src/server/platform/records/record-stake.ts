import type { Selectable } from 'kysely';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { RecordedRate, RecordedStake } from '#src/contract/records.ts';
import { RATE_DECIMALS } from '#src/lib/money/accrual.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Tables } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';
import type { RecordEntry } from './append-record.ts';

/** What a transfer staked, or took back from stakes, of one wallet. */
export interface StakeTransfer {
  readonly wallet: string;
  readonly transferId: bigint;
  /** Milliseconds. */
  readonly at: bigint;
  /** 1e-9 SYNX: all above zero for a stake, all below for one that is undone. */
  readonly lots: readonly { readonly amount: bigint; readonly index: bigint }[];
}

/** The public record of a stake, or of its undoing. */
export function stakeEntry({ wallet, transferId, at, lots }: StakeTransfer): RecordEntry {
  const sum = lots.reduce((total, { amount }) => total + amount, 0n);
  const tokens = (amount: bigint) => formatUnits(amount < 0n ? -amount : amount, SYNX_DECIMALS);
  const data: RecordedStake = {
    transfer: Number(transferId),
    wallet,
    tokens: tokens(sum),
    since: isoTime(at),
    lots: lots.map(({ amount, index }) => ({ index: String(index), tokens: tokens(amount) })),
  };
  const event = sum < 0n ? 'unstaked' : 'staked';
  return { event, data, subject: null, wallet, source: `stake-${transferId}` };
}

/** The public record of a rate, from which anybody can compute what a stake earns. */
export function rateEntry({
  id,
  from_at: from,
  rate,
}: Pick<Selectable<Tables['rate_history']>, 'id' | 'from_at' | 'rate'>): RecordEntry {
  const data: RecordedRate = { rate: formatUnits(rate, RATE_DECIMALS), since: isoTime(from * 1000n) };
  return { event: 'rate', data, subject: null, wallet: null, source: `rate-${id}` };
}
