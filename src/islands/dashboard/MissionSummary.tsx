import { useStore } from '@nanostores/react';
import { Figure } from '#src/components/ui/Figure.tsx';
import { partOf } from '#src/lib/money/staking-format.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { $standing, $viewedParticipant } from '#src/stores/dashboard.ts';
import type { DashboardProps, DashboardText } from './dashboard-props.ts';
import type { Display } from './display.ts';

const FULL_STREAK = 7;

interface Props {
  readonly t: DashboardText;
  readonly display: Display;
  readonly words: DashboardProps['words'];
  readonly path: string;
  /** Whole SYNX of both published pools. */
  readonly pools: readonly [string, string];
}

/**
 * Points, place and open reviews in the airdrop, with their estimated value from either published pool (decision 37).
 */
export function MissionSummary({ t, display, words, path, pools }: Props) {
  const { data: participant } = useStore($viewedParticipant);
  const { data: standing } = useStore($standing);
  const own = standing?.[0];
  const { tag, text } = display;
  const estimate = own && pools.map((pool) => formatNumber(partOf(pool, own.sharePercent), tag)).join(' – ');
  return (
    <section className="card">
      <h2>{t('dashboard.missions')}</h2>
      <div className="figures">
        <Figure
          label={t('dashboard.missions.points')}
          value={participant === undefined ? '–' : text(formatNumber(String(participant.totalPoints), tag))}
        />
        <Figure label={t('dashboard.missions.rank')} value={own === undefined ? '–' : text(`#${own.rank}`)} />
        <Figure
          label={t('dashboard.missions.streak')}
          value={participant === undefined ? '–' : `${participant.dailyCheckInStreak}/${FULL_STREAK}`}
        />
        <Figure
          label={words.pending}
          value={participant === undefined ? '–' : formatNumber(String(participant.underReview.length), tag)}
        />
        <Figure
          label={t('dashboard.missions.estimate')}
          value={estimate === undefined ? '–' : text(`${estimate} SYNX`)}
        />
      </div>
      {participant?.provisional && <p>{words.provisional}</p>}
      <p className="note">{t('dashboard.missions.note')}</p>
      <p className="no-print">
        <a className="link" href={path}>
          {t('dashboard.missions')}
        </a>
      </p>
    </section>
  );
}
