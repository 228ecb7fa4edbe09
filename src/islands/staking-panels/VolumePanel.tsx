import { Figure } from '#src/components/ui/Figure.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { quantumShare } from '#src/lib/money/staking-format.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import type { PanelProps, PanelsProps } from './panels-props.ts';

/** Network volume: the stake of all wallets, and this wallet's part of it. */
export function VolumePanel({ staked, total }: Pick<PanelProps, 'staked' | 'total'>) {
  const { t, tag } = usePage<PanelsProps>();
  const share = staked === undefined || total === undefined ? '–' : formatPercent(quantumShare(staked, total), tag, 4);
  return (
    <section className="card">
      <h2>{t('staking.network.title')}</h2>
      <Figure label={t('staking.network.total')} value={total === undefined ? '–' : formatNumber(total, tag, 0, 2)} />
      <Figure label={t('staking.network.share')} value={share} />
      <p className="note">{t('staking.network.shareNote')}</p>
    </section>
  );
}
