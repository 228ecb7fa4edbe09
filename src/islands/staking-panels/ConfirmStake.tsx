import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { asLabel, gapOf } from '#src/lib/text/joins.ts';
import { hasPassed, STATED_DATES } from '#src/lib/time/stated-dates.ts';
import type { PanelProps, PanelsProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 'pending' | 'rate'> {
  /** SYNX as decimal text. */
  readonly amount: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Repeats the amount and the lock before anything is staked; Cancel has the focus first (decision 36). */
export function ConfirmStake({ amount, rate, pending, onCancel, onConfirm }: Props) {
  const { t, tag } = usePage<PanelsProps>();
  return (
    <Dialog title={t('staking.confirm.title')} onClose={onCancel}>
      <p className="number">{t('staking.confirm.amount', { amount: formatNumber(amount, tag, 0, 9) })}</p>
      <p className="warning">{t('staking.confirm.locked') + gapOf(tag) + t('staking.confirm.irreversible')}</p>
      <p>
        {t('staking.confirm.lock')}
        {hasPassed(STATED_DATES.stakeUnlock, Date.now()) && gapOf(tag) + t('staking.confirm.datePassed')}
      </p>
      <div>
        <p className="number">{asLabel(t('staking.yield.apr'), tag) + formatPercent(rate, tag, 0, 4)}</p>
        <p className="note">{t('staking.yield.simple')}</p>
      </div>
      <div className="row row-between dialog-actions">
        <Button text={t('staking.confirm.cancel')} data-first-focus disabled={pending} onClick={onCancel} />
        <Button
          look="primary"
          text={t(pending ? 'staking.staking' : 'staking.confirm.confirm')}
          disabled={pending}
          onClick={onConfirm}
        />
      </div>
    </Dialog>
  );
}
