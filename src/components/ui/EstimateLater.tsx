import { ESTIMATE_WALLETS } from '#src/config/missions.ts';
import type { AirdropLeaderboard } from '#src/contract/airdrop.ts';
import { pointsSoFar } from '#src/lib/airdrop/estimate.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import { type Given, usePage } from './page.tsx';

interface Props {
  readonly words: Readonly<Record<'soFar' | 'later', string>>;
  readonly list: AirdropLeaderboard;
  /** Null where its points are not to be read. */
  readonly wallet: string | null;
}

/** In place of an estimate while few wallets are listed: the wallet's points of all, and when an estimate follows. */
export function EstimateLater({ words, list, wallet }: Props) {
  const { tag } = usePage<Required<Given>>();
  const own = wallet === null ? null : pointsSoFar(list, wallet);
  const number = (points: number) => formatNumber(String(points), tag);
  return (
    <p className="note">
      {own !== null && (
        <span>{fill(words.soFar, { points: number(own.points), total: number(own.total) }) + gapOf(tag)}</span>
      )}
      <span>{words.later}</span>
    </p>
  );
}

/** Whether a wallet is told what its points might bring in SYNX; not before the leaderboard has been read. */
export function hasEstimate(list: AirdropLeaderboard | undefined): boolean {
  return list !== undefined && list.length >= ESTIMATE_WALLETS;
}
