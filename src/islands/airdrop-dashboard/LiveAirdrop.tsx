import { useStore } from '@nanostores/react';
import { ConnectPrompt } from '#src/components/ui/ConnectPrompt.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Settled } from '#src/components/ui/Settled.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { areAnswered } from '#src/components/ui/use-settled.ts';
import { AIRDROP_POOLS } from '#src/config/missions.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { $board, $humanCheck, $missions, $ownEntry, $participant } from '#src/stores/airdrop.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { Channels } from './Channels.tsx';
import { HumanCheck } from './HumanCheck.tsx';
import { LeaderboardPanel } from './LeaderboardPanel.tsx';
import { MissionList } from './MissionList.tsx';
import { MyData } from './MyData.tsx';
import { PointsHistoryPanel } from './PointsHistoryPanel.tsx';
import { MoreCards, WalletCards } from './WalletCards.tsx';

/** The dashboard in the browser. */
export function LiveAirdrop() {
  const { t, tag, loading } = usePage<AirdropProps>();
  const { account, status } = useStore($wallet);
  const missions = useStore($missions);
  const participant = useStore($participant);
  const board = useStore($board);
  const place = useStore($ownEntry);
  const check = useStore($humanCheck);
  const own = account === null ? undefined : participant.data;
  const isUnread =
    (missions.error !== undefined && missions.data === undefined) ||
    (account !== null && participant.error !== undefined && own === undefined);
  const isClosed = missions.data?.missions.some(({ reason }) => reason === 'handed-over') ?? false;
  const part = { account, participant: own, missions: missions.data };

  return (
    <Settled
      loading={loading}
      answered={areAnswered(missions, board, ...(account === null ? [] : [participant, place]))}
    >
      <div className="stack airdrop">
        <section className="card airdrop-pool">
          <h2>{t('airdrop.pool.title')}</h2>
          <p className="number">
            {t('airdrop.pool.tokens', { tokens: formatNumber((missions.data?.pool ?? AIRDROP_POOLS).shown, tag) })}
          </p>
          <p className="note">{t('airdrop.pool.note')}</p>
          <Channels links={missions.data?.links} />
        </section>
        {account === null && (
          <section className="card warning-card" role="status">
            <ConnectPrompt
              texts={{ prompt: t('airdrop.connect'), connect: t('wallet.connect'), connecting: t('wallet.connecting') }}
              connecting={status === 'connecting'}
              warns
            />
          </section>
        )}
        {isUnread && <Status look="danger" text={t('airdrop.unavailable')} />}
        {account !== null && <WalletCards {...part} isClosed={isClosed} />}
        <MissionList {...part} />
        {account !== null && <MoreCards {...part} />}
        <LeaderboardPanel {...part} pools={missions.data?.pool} />
        {account !== null && (
          <>
            <PointsHistoryPanel
              {...part}
              key={account}
              account={account}
              total={own?.totalPoints}
              isClosed={isClosed}
            />
            <MyData account={account} />
          </>
        )}
        {check !== null && <HumanCheck key={check.wallet} check={check} />}
      </div>
    </Settled>
  );
}
