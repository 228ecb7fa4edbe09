import type { MissionsResponse } from '#src/contract/airdrop.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { plural } from '#src/lib/text/plural.ts';
import type { AirdropProps, AirdropText } from './airdrop-props.ts';

type Mission = MissionsResponse['missions'][number];

interface Words extends Pick<AirdropProps, 'texts' | 'tag'> {
  readonly t: AirdropText;
}

/** The points of a mission, in words: "200 points", "1,000 per referral", "1,333, plus 100 per 1,000 views". */
export function missionPoints(
  { t, texts, tag }: Words,
  mission: Pick<Mission, 'id' | 'points'>,
  bonus: MissionsResponse['videoBonus'],
): string {
  const number = (value: number) => formatNumber(String(value), tag);
  const points = number(mission.points);
  if (mission.id === 'referral') return t('airdrop.missions.pointsReferral', { points });
  if (mission.id === 'createVideo')
    return t('airdrop.missions.pointsVideo', { points, bonus: number(bonus.points), views: number(bonus.views) });
  return fill(plural(texts, 'airdrop.missions.points', mission.points, tag), { points });
}
