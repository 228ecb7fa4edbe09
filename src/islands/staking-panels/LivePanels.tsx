import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ConnectPrompt } from '#src/components/ui/ConnectPrompt.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Settled } from '#src/components/ui/Settled.tsx';
import { areAnswered } from '#src/components/ui/use-settled.ts';
import { DEFAULT_STAKING_APY, STAKING_APY_AFTER_TGE } from '#src/config/sale.ts';
import { isPositive, yearlyRate } from '#src/lib/money/staking-format.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $allocation, isClaimOpen, isHandedOver } from '#src/stores/allocation.ts';
import { $pricing, hasEnded } from '#src/stores/presale.ts';
import { $staleSince } from '#src/stores/queries.ts';
import {
  $stake,
  $stakingBalance,
  $stakingConfig,
  $stakingHistory,
  $stakingRewards,
  $stakingStats,
  stakeAll,
} from '#src/stores/staking.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { BalancePanel } from './BalancePanel.tsx';
import { ConfirmStake } from './ConfirmStake.tsx';
import { History } from './History.tsx';
import type { PanelsProps } from './panels-props.ts';
import { RewardsPanel } from './RewardsPanel.tsx';
import { Solvency } from './Solvency.tsx';
import { StakePlan } from './StakePlan.tsx';
import { VolumePanel } from './VolumePanel.tsx';
import { YieldPanel } from './YieldPanel.tsx';

/** The panels in the browser, with their polls, and the window that confirms a stake. */
export function LivePanels() {
  const { t } = usePage<PanelsProps>();
  const { isConnected } = useStore($wallet);
  const balance = useStore($stakingBalance);
  const stats = useStore($stakingStats);
  const rewards = useStore($stakingRewards);
  const { data: config } = useStore($stakingConfig);
  const history = useStore($stakingHistory);
  const pricing = useStore($pricing);
  const list = useStore($allocation);
  const { pending } = useStore($stake);
  const [confirming, setConfirming] = useState(false);
  const own = isConnected ? balance.data : undefined;
  const isClosed = isHandedOver(list.data);
  const rate = yearlyRate(config?.stakingApy, DEFAULT_STAKING_APY);
  const lowest = Number(rate) < Number(STAKING_APY_AFTER_TGE) ? rate : STAKING_APY_AFTER_TGE;
  const failed = (stats.error !== undefined && !stats.data) || (isConnected && balance.error !== undefined && !own);

  const isAnswered =
    areAnswered(stats) &&
    (!isConnected || (areAnswered(balance, pricing, list) && (failed || areAnswered(rewards, history))));

  const part = {
    ...{ isConnected, pending, rate, lowest, isOpen: isClaimOpen(list.data, Date.now()) },
    ...{ total: stats.data?.totalStaked, staked: own?.stakedBalance },
  };
  // Without a wallet or tokens, stakeAll tells the visitor which of them is missing.
  const engage = () => (isPositive(own?.availableToStake) ? setConfirming(true) : void stakeAll());
  const confirm = async () => {
    await stakeAll();
    setConfirming(false);
  };

  return (
    <Settled loading={t('site.loading')} answered={isAnswered}>
      <Notices failed={failed} />
      <div className="stack panels">
        <BalancePanel
          {...part}
          balance={own}
          isSaleOver={hasEnded(pricing.data)}
          isClosed={isClosed}
          onEngage={engage}
        />
        <Solvency {...part} />
        <VolumePanel {...part} />
        <YieldPanel {...part} isClosed={isClosed || list.data === undefined} />
        <RewardsPanel {...part} rewards={isConnected ? rewards.data?.currentRewards : undefined} />
      </div>
      {isConnected && <History {...part} />}
      <StakePlan {...part} available={own?.availableToStake} />
      {confirming && own !== undefined && (
        <ConfirmStake
          {...part}
          amount={own.availableToStake}
          onCancel={() => setConfirming(false)}
          onConfirm={confirm}
        />
      )}
    </Settled>
  );
}

interface NoticesProps {
  /** Nothing can be shown: the first answer is missing. */
  readonly failed: boolean;
}

/** The state of the site and of the wallet, above the panels. */
function Notices({ failed }: NoticesProps) {
  const { t, tag, words } = usePage<PanelsProps>();
  const { isConnected, status } = useStore($wallet);
  const { data: config } = useStore($stakingConfig);
  const staleSince = useStore($staleSince);
  return (
    <>
      {config?.debugMode && <p className="card-banner mb-4">{t('site.debug')}</p>}
      {!isConnected && (
        <div className="card mb-4">
          <ConnectPrompt
            texts={{
              prompt: t('staking.connectPrompt'),
              connect: t('wallet.connect'),
              connecting: t('wallet.connecting'),
            }}
            connecting={status === 'connecting'}
          />
        </div>
      )}
      {failed && (
        <p className="danger mb-4" role="status">
          {t('staking.unavailable')}
        </p>
      )}
      {staleSince !== null && !failed && (
        <p className="danger mb-4" role="status">
          {`${words.stale} ${fill(words.asOf, { time: formatTime(new Date(staleSince).toISOString(), tag) })}`}
        </p>
      )}
    </>
  );
}
