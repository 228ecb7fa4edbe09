import { HOLDING_TERMS } from '#src/config/holding-terms.ts';
import { SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import type { Corrected, Credited, PublicRecord, Refunded } from '#src/contract/records.ts';
import { type Verdict, verifyRecords } from '#src/lib/hash/verify-records.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { holdingsCount } from '#src/lib/money/recount-holdings.ts';
import { request } from '../request.ts';
import { publishedRecords } from './read-records.ts';

/** The total of the records, and the same figure as the site shows it. */
interface Compared {
  readonly counted: bigint;
  readonly shown: bigint;
}

export interface StandingCredits {
  /** On the records of purchases, stakes and points together. */
  readonly verdict: Pick<Verdict, 'records' | 'days' | 'problems'>;
  readonly credits: readonly Credited[];
  readonly corrections: readonly Corrected[];
  readonly refunds: readonly Refunded[];
  /** 1e-6 USD of the credits that have not been reversed. */
  readonly raised: Compared;
  /** 1e-9 SYNX of the credits that have not been reversed, with the corrections. */
  readonly sold: Compared;
  /** 1e-9 SYNX. */
  readonly staked: Compared;
  /** Of the wallets that share the airdrop. */
  readonly points: Compared;
}

/** The credits, stakes and points in force, recounted from the first public record; throws RequestError. */
export async function standingCredits(): Promise<StandingCredits> {
  const standing = new Map<string, Credited>();
  const corrections: Corrected[] = [];
  const refunds: Refunded[] = [];
  const holdings = holdingsCount(HOLDING_TERMS);
  const source = publishedRecords();
  const each = (read: object) => {
    const record = read as PublicRecord;
    holdings.add(record);
    if (record.event === 'credited') standing.set(record.data.payment, record.data);
    else if (record.event === 'reversed') standing.delete(record.data.payment);
    else if (record.event === 'corrected') corrections.push(record.data);
    else if (record.event === 'refunded') refunds.push(record.data);
  };
  const verdicts: Verdict[] = [];
  for (const kind of ['purchases', 'stakes', 'points']) verdicts.push(await verifyRecords(source, kind, each));
  const counted = holdings.at(Date.now());
  const [{ totalRaised, tokensSold }, { totalStaked }, { totalPoints }] = await Promise.all([
    request<{ totalRaised: string; tokensSold: string }>('GET', '/api/presale/stats'),
    request<{ totalStaked: string }>('GET', '/api/staking/stats'),
    request<{ totalPoints: number }>('GET', '/api/airdrop/missions'),
  ]);
  const credits = [...standing.values()];
  return {
    verdict: {
      records: verdicts.reduce((sum, { records }) => sum + records, 0),
      days: verdicts.reduce((sum, { days }) => sum + days, 0),
      problems: [...verdicts.flatMap(({ problems }) => problems), ...counted.problems],
    },
    credits,
    corrections,
    refunds,
    raised: {
      counted: sumOf(credits, ({ usd }) => toUnits(usd ?? '0', USD_DECIMALS)),
      shown: toUnits(totalRaised, USD_DECIMALS),
    },
    sold: {
      counted:
        sumOf(credits, ({ tokens }) => toUnits(tokens, SYNX_DECIMALS)) +
        sumOf(corrections, ({ tokens }) => signedUnits(tokens)),
      shown: toUnits(tokensSold, SYNX_DECIMALS),
    },
    staked: { counted: counted.staked, shown: toUnits(totalStaked, SYNX_DECIMALS) },
    points: { counted: counted.points, shown: BigInt(totalPoints) },
  };
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n);
}

function signedUnits(tokens: string): bigint {
  return tokens.startsWith('-') ? -toUnits(tokens.slice(1), SYNX_DECIMALS) : toUnits(tokens, SYNX_DECIMALS);
}
