import { useStore } from '@nanostores/react';
import { StreakDots } from '#src/components/ui/charts/StreakDots.tsx';
import { EstimateLater, hasEstimate } from '#src/components/ui/EstimateLater.tsx';
import { Figure } from '#src/components/ui/Figure.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { STREAK_CAP } from '#src/config/missions.ts';
import type { Participant } from '#src/contract/airdrop.ts';
import { partOf } from '#src/lib/money/staking-format.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $allocation, isHandedOver } from '#src/stores/allocation.ts';
import { $airdropBoard, $standing, $viewedParticipant, $viewedWallet } from '#src/stores/dashboard.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';

type Props = Pick<DashboardPart, 'display' | 'isOwn' | 'hidden'>;

/** Points, place and open reviews in the airdrop; later with their value from either published pool (decision 37). */
export function MissionSummary({ display, isOwn, hidden }: Props) {
  const { t, tag, words, paths, facts } = usePage<DashboardProps>();
  const { data: participant } = useStore($viewedParticipant);
  const { data: standing } = useStore($standing);
  const list = useStore($airdropBoard).data;
  const viewed = useStore($viewedWallet);
  const own = standing?.[0];
  const { text } = display;
  const isClosed = isHandedOver(useStore($allocation).data);
  const estimate = hasEstimate(list)
    ? own && facts.pools.map((pool) => formatNumber(partOf(pool, own.sharePercent), tag)).join(' – ')
    : undefined;
  return (
    <section className="card" id="missions">
      <h2>{t('dashboard.missions')}</h2>
      <Streak participant={participant} isOwn={isOwn} isClosed={isClosed} />
      <div className="figures">
        <Figure
          label={t('dashboard.missions.points')}
          value={participant === undefined ? '–' : text(formatNumber(String(participant.totalPoints), tag))}
        />
        <Figure label={t('dashboard.missions.rank')} value={own === undefined ? '–' : text(`#${own.rank}`)} />
        <Figure
          label={words.pending}
          value={participant === undefined ? '–' : formatNumber(String(participant.underReview.length), tag)}
        />
      </div>
      {estimate !== undefined && <Figure label={t('dashboard.missions.estimate')} value={text(`${estimate} SYNX`)} />}
      {list !== undefined && !hasEstimate(list) && !isClosed && (
        <EstimateLater words={words} list={list} wallet={hidden ? null : viewed} />
      )}
      {participant?.provisional && <p>{words.provisional}</p>}
      {estimate !== undefined && <p className="note">{t('dashboard.missions.note')}</p>}
      <p className="no-print">
        <Link text={t('dashboard.missions')} href={paths.airdrop} />
      </p>
    </section>
  );
}

interface StreakProps extends Pick<DashboardPart, 'isOwn'> {
  readonly participant: Participant | undefined;
  readonly isClosed: boolean;
}

/** The days in a row, and the way to the next check-in. */
function Streak({ participant, isOwn, isClosed }: StreakProps) {
  const { t, tag, words, paths } = usePage<DashboardProps>();
  const days = participant?.dailyCheckInStreak;
  return (
    <div className="row dashboard-streak">
      <Figure label={t('dashboard.missions.streak')} value={days === undefined ? '–' : `${days}/${STREAK_CAP}`} />
      <StreakDots days={days ?? 0} of={STREAK_CAP} />
      {isClosed && <p className="note">{t('api.handed_over')}</p>}
      {isOwn && !isClosed && participant !== undefined && !participant.checkedInToday && (
        <a className="button button-small no-print" href={`${paths.airdrop}#task-checkIn`}>
          {words.checkIn}
        </a>
      )}
      {!isClosed && participant?.checkedInToday && (
        <p className="note">{fill(words.nextCheckIn, { time: formatTime(participant.nextCheckInAt, tag) })}</p>
      )}
    </div>
  );
}
