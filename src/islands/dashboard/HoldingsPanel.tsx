import { Figure } from '#src/components/ui/Figure.tsx';
import type { Holdings } from '#src/contract/dashboard.ts';
import { isPositive, percentOf } from '#src/lib/money/staking-format.ts';
import type { DashboardProps, DashboardText } from './dashboard-props.ts';
import type { Display } from './display.ts';

interface Props {
  readonly t: DashboardText;
  readonly display: Display;
  readonly holdings: Holdings;
  readonly words: DashboardProps['words'];
  readonly paths: DashboardProps['paths'];
  /** Total supply in whole SYNX. */
  readonly supply: string;
  /** Whether they are those of the connected wallet, which alone can stake them. */
  readonly isOwn: boolean;
}

/** An address's holdings, in SYNX and in dollars; the value uses the sale's own price and says so. */
export function HoldingsPanel({ t, display, holdings, words, paths, supply, isOwn }: Props) {
  const { tokens, usd } = holdings;
  const { synx } = display;
  return (
    <section className="card wide">
      <h2>{t('dashboard.holdings')}</h2>
      <div className="figures">
        <Figure label={t('dashboard.purchased')} value={synx(tokens.purchased)} />
        <Figure label={t('staking.balance.staked')} value={synx(tokens.staked)} />
        <Figure label={t('staking.balance.available')} value={synx(tokens.availableToStake)} />
        <Figure label={t('staking.rewards.estimated')} value={synx(tokens.estimatedRewards, 2)} />
        <Figure label={t('dashboard.claimable')} value={synx(tokens.claimable)} />
        <Figure label={t('dashboard.value')} value={display.usd(usd.atCurrentPrice)} />
        <Figure label={t('dashboard.paid')} value={display.usd(usd.paid)} />
        <Figure
          label={t('dashboard.average')}
          value={usd.averagePrice === null ? '–' : display.usd(usd.averagePrice, 6)}
        />
        <Figure label={t('dashboard.share')} value={display.percent(percentOf(tokens.purchased, supply, 6), 6)} />
      </div>
      <p className="note">{t('dashboard.valueNote')}</p>
      <div className="row no-print">
        {isOwn && isPositive(tokens.availableToStake) && (
          <a className="button button-primary" href={paths.staking}>
            {words.stake}
          </a>
        )}
        {isOwn && (
          <a className="button" href={paths.presale}>
            {words.buy}
          </a>
        )}
      </div>
    </section>
  );
}
