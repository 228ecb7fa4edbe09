import { Figure } from '#src/components/ui/Figure.tsx';
import { isPositive } from '#src/lib/money/staking-format.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { harvest } from '#src/stores/staking.ts';
import type { PanelText } from './panels-props.ts';

interface Props {
  readonly t: PanelText;
  readonly tag: string;
  readonly isConnected: boolean;
  readonly staked: string | undefined;
  readonly rewards: string | undefined;
  readonly claimPath: string;
}

/** Quantum rewards: the accrued amount; harvesting leads to the claim, and says so while that is not live. */
export function RewardsPanel({ t, tag, isConnected, staked, rewards, claimPath }: Props) {
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
      <p>
        <button
          className="button"
          type="button"
          disabled={!hasStake || !isPositive(rewards)}
          onClick={() => void harvest(claimPath)}
        >
          {t('staking.harvest')}
        </button>
      </p>
    </section>
  );
}
