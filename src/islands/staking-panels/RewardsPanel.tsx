import { Figure } from '#src/components/ui/Figure.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { isPositive } from '#src/lib/money/staking-format.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { harvest } from '#src/stores/staking.ts';
import { LaterAction } from './LaterAction.tsx';
import type { PanelProps, PanelsProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 'isConnected' | 'isOpen' | 'staked'> {
  readonly rewards: string | undefined;
}

/** Quantum rewards: the accrued amount; harvesting leads to the claim, and says so while that is not live. */
export function RewardsPanel({ isConnected, isOpen, staked, rewards }: Props) {
  const { t, tag, claimPath } = usePage<PanelsProps>();
  const hasStake = isPositive(staked);
  const isUnknown = isConnected && staked === undefined;
  const state = !isConnected ? 'disconnected' : hasStake ? 'accumulated' : 'empty';
  return (
    <section className="card">
      <h2>{t('staking.rewards.title')}</h2>
      <Figure
        label={t('staking.rewards.estimated')}
        value={rewards === undefined ? '–' : formatNumber(rewards, tag, 2)}
      />
      <p>{isUnknown ? '–' : t(`staking.rewards.${state}`)}</p>
      {!isUnknown && state !== 'accumulated' && <p className="note">{t(`staking.rewards.${state}Note`)}</p>}
      <div className="row">
        <LaterAction
          isOpen={isOpen}
          text={t('staking.harvest')}
          disabled={!hasStake || !isPositive(rewards)}
          onClick={() => void harvest(claimPath)}
        />
      </div>
    </section>
  );
}
