import { useStore } from '@nanostores/react';
import { Button } from '#src/components/ui/Button.tsx';
import { Figure } from '#src/components/ui/Figure.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { StakingBalance } from '#src/contract/staking.ts';
import { balanceBar, isPositive } from '#src/lib/money/staking-format.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { gapOf, inBrackets } from '#src/lib/text/joins.ts';
import { $withdrawal, withdraw } from '#src/stores/staking.ts';
import { LaterAction } from './LaterAction.tsx';
import type { PanelProps, PanelsProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 'isConnected' | 'isOpen' | 'pending'> {
  readonly balance: StakingBalance | undefined;
  /** Nobody can buy any more. */
  readonly isSaleOver: boolean;
  /** Nobody can stake any more: the books have been handed over. */
  readonly isClosed: boolean;
  readonly onEngage: () => void;
}

/** Quantum balance: staked and available, with STAKE NOW and Withdraw. */
export function BalancePanel({ balance, isConnected, pending, ...rest }: Props) {
  const { t, tag, words, presalePath, claimPath } = usePage<PanelsProps>();
  const { isSaleOver, isClosed, isOpen, onEngage } = rest;
  const staked = balance?.stakedBalance;
  const available = balance?.availableToStake;
  const { pending: withdrawing } = useStore($withdrawal);
  const isAllStaked = available !== undefined && !isPositive(available) && isPositive(staked);
  const bar = balanceBar(staked ?? '0');
  return (
    <section className="card">
      <h2>{t('staking.balance.title')}</h2>
      <div className="panels-balance">
        <div className="stack">
          <Figure
            label={t('staking.balance.staked')}
            value={staked === undefined ? '–' : formatNumber(staked, tag, 0, 2)}
          />
          <div>
            <progress max={100} value={bar} aria-label={t('staking.balance.staked')} />
            <p className="note number">
              {t('staking.balance.bar', { percent: formatPercent(String(bar), tag, 0, 2) })}
            </p>
          </div>
        </div>
        <div className="stack">
          <Figure
            label={t('staking.balance.available')}
            value={available === undefined ? '–' : formatNumber(available, tag, 0, 2)}
          />
          {isPositive(available) && <p className="success">{t('staking.ready')}</p>}
        </div>
      </div>
      {isClosed && <p className="note">{words.handedOver}</p>}
      {available !== undefined && !isPositive(available) && !isPositive(staked) && !isSaleOver && (
        <Link text={t('staking.balance.buyFirst')} href={presalePath} />
      )}
      {isAllStaked && !isClosed && (
        <p className="row">
          <span>{t('staking.balance.allStaked')}</span>
          {!isSaleOver && <Link text={words.buy} href={presalePath} />}
        </p>
      )}
      {((isPositive(available) && !isClosed) || (isAllStaked && !isOpen)) && (
        <p className="warning">
          {isPositive(available)
            ? [t('staking.full'), t('staking.confirm.locked'), t('staking.confirm.irreversible')].join(gapOf(tag))
            : t('staking.confirm.locked')}
        </p>
      )}
      <div className="row">
        <Button
          look={isPositive(available) ? 'primary' : 'closed'}
          text={pending ? t('staking.locking') : `${t('staking.stakeNow')}${inBrackets(t('staking.engage'), tag)}`}
          disabled={pending || isClosed || (isConnected && balance === undefined)}
          onClick={onEngage}
        />
        <div className="row">
          <LaterAction
            isOpen={isOpen}
            text={t(withdrawing ? 'staking.withdrawing' : 'staking.withdraw')}
            disabled={withdrawing || !isPositive(staked)}
            onClick={() => void withdraw(claimPath)}
          />
        </div>
      </div>
    </section>
  );
}
