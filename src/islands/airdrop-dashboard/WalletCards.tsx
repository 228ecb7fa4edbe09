import { useStore } from '@nanostores/react';
import { copyText } from '#src/client/copy-text.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { StreakDots } from '#src/components/ui/charts/StreakDots.tsx';
import { EstimateLater, hasEstimate } from '#src/components/ui/EstimateLater.tsx';
import { Figure } from '#src/components/ui/Figure.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { MASKED, STREAK_CAP } from '#src/config/missions.ts';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import { partOf } from '#src/lib/money/staking-format.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $board, $busyMission, $ownEntry, $referralCode, checkIn, showOwn } from '#src/stores/airdrop.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { AirdropPanelProps, AirdropProps } from './airdrop-props.ts';
import { notOpenKey } from './MissionNote.tsx';
import { missionPoints } from './mission-points.ts';
import { isCompleted } from './mission-state.ts';
import { PointsLine } from './PointsLine.tsx';

interface PointsProps extends AirdropPanelProps {
  /** The list of who receives what has been drafted. */
  readonly isClosed: boolean;
}

const QUICK = 3;

/** The first thing a connected wallet shows: its points and its streak. */
export function WalletCards(props: PointsProps) {
  const { participant, missions } = props;
  return (
    <div className="airdrop-cards">
      <PointsCard {...props} />
      <StreakCard participant={participant} missions={missions} />
    </div>
  );
}

/** Below the missions: the first three of them, and the referral code. */
export function MoreCards({ participant, missions }: Omit<AirdropPanelProps, 'account'>) {
  return (
    <div className="airdrop-cards">
      <QuickCard participant={participant} missions={missions} />
      <ReferralCard participant={participant} />
    </div>
  );
}

/** The points, the place, and the share or the estimate that follows from it, and that nothing has been paid out. */
function PointsCard({ account, participant, missions, isClosed }: PointsProps) {
  const { t, texts, tag, words } = usePage<AirdropProps>();
  const own = useStore($ownEntry).data?.[0];
  const list = useStore($board).data;
  const pools = missions && [missions.pool.estimate, missions.pool.shown];
  const synx = own && pools?.map((pool) => formatNumber(partOf(pool, own.sharePercent), tag)).join(' – ');
  return (
    <section className="card">
      <h2>{t('airdrop.points.title')}</h2>
      <div className="row points-facts">
        <Figure
          label={t('airdrop.history.points')}
          value={participant === undefined ? '–' : formatNumber(String(participant.totalPoints), tag)}
        />
        <Figure label={words.rank} value={own === undefined ? '–' : `#${own.rank}`} />
        {hasEstimate(list) ? (
          <Figure label={words.estimate} value={synx === undefined ? '–' : `${synx} SYNX`} />
        ) : (
          <Figure label={words.share} value={own === undefined ? '–' : formatPercent(own.sharePercent, tag, 2)} />
        )}
      </div>
      {list !== undefined && !hasEstimate(list) && !isClosed && (
        <EstimateLater
          words={{ soFar: texts['airdrop.points.soFar'], later: texts['airdrop.points.later'] }}
          {...{ list, wallet: account }}
        />
      )}
      {participant !== undefined && participant.totalPoints > 0 && <PointsLine total={participant.totalPoints} />}
      {words.vesting !== null && !isClosed && <p className="note">{words.vesting}</p>}
      {participant?.provisional && <p className="note">{t('airdrop.points.provisional')}</p>}
    </section>
  );
}

/** The days in a row as a number and as coins, and the check-in until it is done for the day. */
function StreakCard({ participant, missions }: Omit<AirdropPanelProps, 'account'>) {
  const { t, tag } = usePage<AirdropProps>();
  const busy = useStore($busyMission);
  const closed = missions?.missions.find(({ id, available }) => id === 'checkIn' && !available);
  const days = participant?.dailyCheckInStreak;
  return (
    <section className="card">
      <h2>{t('airdrop.streak.title')}</h2>
      <p className="number">
        <span className="ltr">{t('airdrop.streak.value', { days: days ?? '–' })}</span>
      </p>
      <StreakDots days={days ?? 0} of={STREAK_CAP} />
      {participant?.checkedInToday ? (
        <p className="note">{t('airdrop.streak.next', { time: formatTime(participant.nextCheckInAt, tag) })}</p>
      ) : closed !== undefined ? (
        <p className="note">{t(notOpenKey(closed.reason))}</p>
      ) : (
        <p>
          <Button
            look="primary"
            text={t(busy === 'checkIn' ? 'airdrop.missions.busy' : 'airdrop.mission.checkIn.action')}
            disabled={participant === undefined || busy !== null}
            onClick={() => void checkIn()}
          />
        </p>
      )}
    </section>
  );
}

/** The first missions, with their points or as done; each leads to the mission itself. */
function QuickCard({ participant, missions }: Omit<AirdropPanelProps, 'account'>) {
  const { t, texts, tag } = usePage<AirdropProps>();
  return (
    <section className="card quick-card">
      <h2>{t('airdrop.quick.title')}</h2>
      <ul className="quick">
        {missions?.missions.slice(0, QUICK).map((mission) => (
          <li key={mission.id} data-unavailable={!mission.available || undefined}>
            <Link
              look={isToDo(mission, participant) ? 'button button-small' : 'link'}
              text={t(`airdrop.mission.${mission.id}.title`)}
              href={`#task-${mission.id}`}
            />
            {participant !== undefined && isCompleted(mission.id, participant) ? (
              <span className="success">
                <span aria-hidden="true">✓</span>
                <span className="unseen">{t('airdrop.quick.done')}</span>
              </span>
            ) : (
              <span className="note">
                {`${missionPoints({ t, texts, tag }, mission, missions.videoBonus)} · ${t(`airdrop.missions.${mission.difficulty}`)}`}
              </span>
            )}
            {!mission.available && <span className="tag">{t('airdrop.quick.notOpen')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isToDo(
  { id, available }: MissionsResponse['missions'][number],
  participant: AirdropPanelProps['participant'],
): boolean {
  return available && !(participant !== undefined && isCompleted(id, participant));
}

/** The wallet's referral code, or a button to prove ownership of the wallet and read the code. */
function ReferralCard({ participant }: Pick<AirdropPanelProps, 'participant'>) {
  const { t } = usePage<AirdropProps>();
  const { data: referral } = useStore($referralCode);
  const code = referral?.referralCode ?? (participant?.referralCode === MASKED ? null : participant?.referralCode);
  const copy = async (button: Element, text: string, key: 'airdrop.copied' | 'airdrop.linkCopied') => {
    if (await copyText(button, text)) showToast({ key, variant: 'success' });
  };
  return (
    <section className="card">
      <h2>{t('airdrop.referral.title')}</h2>
      {typeof code === 'string' ? (
        <>
          <p className="number">
            <span className="ltr">{code}</span>
          </p>
          <p className="row">
            <Button
              look="small"
              text={t('airdrop.referral.copy')}
              onClick={({ currentTarget }) => void copy(currentTarget, code, 'airdrop.copied')}
            />
            <Button
              look="small"
              text={t('airdrop.referral.copyLink')}
              onClick={({ currentTarget }) =>
                void copy(currentTarget, `${location.origin}${location.pathname}?ref=${code}`, 'airdrop.linkCopied')
              }
            />
          </p>
          {referral !== undefined && <p className="note">{t('airdrop.referral.counts', { ...referral.invited })}</p>}
        </>
      ) : referral?.waits ? (
        <p role="status">{t('airdrop.referral.waits')}</p>
      ) : (
        <p>
          <Button text={t('airdrop.referral.prove')} onClick={() => void showOwn()} />
        </p>
      )}
      <p>{t('airdrop.referral.share')}</p>
      <p className="note">{t('airdrop.referral.when')}</p>
      <p className="note">{t('airdrop.referral.note')}</p>
    </section>
  );
}
