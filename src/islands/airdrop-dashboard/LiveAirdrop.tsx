import { useStore } from '@nanostores/react';
import { requestConnect } from '#src/components/ui/request-connect.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { textOf } from '#src/lib/text-of.ts';
import { $humanCheck, $missions, $participant } from '#src/stores/airdrop.ts';
import { $wallet } from '#src/stores/wallet.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { Channels } from './Channels.tsx';
import { HumanCheck } from './HumanCheck.tsx';
import { Leaderboard } from './Leaderboard.tsx';
import { Missions } from './Missions.tsx';
import { MyData } from './MyData.tsx';
import { PointsHistory } from './PointsHistory.tsx';
import { WalletCards } from './WalletCards.tsx';

/** The dashboard in the browser. */
export function LiveAirdrop({ texts, tag, homePath, votingPath }: AirdropProps) {
  const t = textOf(texts);
  const { account, status } = useStore($wallet);
  const missions = useStore($missions);
  const participant = useStore($participant);
  const { waiting } = useStore($humanCheck);
  const statement = t('wallet.proof.statement');
  const own = account === null ? undefined : participant.data;
  const part = { t, tag };

  return (
    <div className="airdrop">
      <Channels {...part} homePath={homePath} links={missions.data?.links} />
      <section className="card airdrop-pool">
        <h2>{t('airdrop.pool.title')}</h2>
        <p className="number">
          {t('airdrop.pool.tokens', { tokens: formatNumber(missions.data?.pool.shown ?? '86000000', tag) })}
        </p>
        <p className="note">{t('airdrop.pool.note')}</p>
      </section>
      {account === null && (
        <section className="card warning-card" role="status">
          <p className="warning">{t('airdrop.connect')}</p>
          <button
            className="button button-primary"
            type="button"
            disabled={status === 'connecting'}
            onClick={requestConnect}
          >
            {t(status === 'connecting' ? 'wallet.connecting' : 'wallet.connect')}
          </button>
        </section>
      )}
      {missions.error !== undefined && missions.data === undefined && (
        <p className="danger" role="status">
          {t('airdrop.unavailable')}
        </p>
      )}
      {account !== null && (
        <WalletCards {...part} account={account} participant={own} missions={missions.data} statement={statement} />
      )}
      <Missions
        {...part}
        account={account}
        participant={own}
        missions={missions.data}
        statement={statement}
        votingPath={votingPath}
      />
      <Leaderboard {...part} account={account} pool={missions.data?.pool.estimate} />
      {account !== null && (
        <>
          <PointsHistory {...part} account={account} />
          <MyData {...part} account={account} statement={statement} />
        </>
      )}
      {waiting !== null && <HumanCheck {...part} key={waiting.wallet} check={waiting} />}
    </div>
  );
}
