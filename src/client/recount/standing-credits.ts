import { USD_DECIMALS } from '#src/config/sale.ts';
import type { Credited, Reversed } from '#src/contract/records.ts';
import { toUnits } from '#src/lib/decimal.ts';
import { type Verdict, verifyRecords } from '#src/lib/verify-records.ts';
import { request } from '../request.ts';
import { publishedRecords } from './read-records.ts';

export interface StandingCredits {
  readonly verdict: Verdict;
  readonly credits: readonly Credited[];
  /** 1e-6 USD: the sum of all credits that stand, and what the site shows as raised. */
  readonly counted: bigint;
  readonly shown: bigint;
}

/** The credits that stand by the public records, recounted from the first; throws RequestError where they cannot be read. */
export async function standingCredits(): Promise<StandingCredits> {
  const standing = new Map<string, Credited>();
  const verdict = await verifyRecords(publishedRecords(), 'purchases', (record) => {
    const { event, data } = record as unknown as { event: string; data: Credited | Reversed };
    if (event === 'credited') standing.set(data.payment, data as Credited);
    else standing.delete(data.payment);
  });
  const { totalRaised } = await request<{ totalRaised: string }>('GET', '/api/presale/stats');
  const credits = [...standing.values()];
  return {
    verdict,
    credits,
    counted: credits.reduce((sum, { usd }) => sum + toUnits(usd ?? '0', USD_DECIMALS), 0n),
    shown: toUnits(totalRaised, USD_DECIMALS),
  };
}
