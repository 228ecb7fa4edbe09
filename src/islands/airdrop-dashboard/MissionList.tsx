import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import { $statuses } from '#src/stores/airdrop.ts';
import type { AirdropPanelProps, AirdropProps } from './airdrop-props.ts';
import { MissionItem, type OpenDialog } from './MissionItem.tsx';
import { notOpenKey } from './MissionNote.tsx';
import { openFirst } from './mission-state.ts';
import { VideoDialog } from './VideoDialog.tsx';
import { YoutubeDialog } from './YoutubeDialog.tsx';

type Mission = MissionsResponse['missions'][number];

/** All ten missions; several may be open at once. */
export function MissionList(props: AirdropPanelProps) {
  const { t } = usePage<AirdropProps>();
  const { participant, missions } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const known = useStore($statuses);
  const statuses = participant === undefined ? {} : known;
  const target = (id: OpenDialog) => missions?.missions.find((mission) => mission.id === id)?.targets[0] ?? null;
  const canFollowX = missions?.missions.some(({ id, available }) => id === 'xFollow' && available) ?? false;
  // What anybody can do now comes first, whatever this wallet has done, so that nothing moves under a finger.
  const [open, closed] = openFirst(missions?.missions ?? [], canFollowX);
  const item = (mission: Mission) =>
    missions !== undefined && (
      <MissionItem
        key={mission.id}
        {...props}
        mission={mission}
        bonus={missions.videoBonus}
        statuses={statuses}
        canFollowX={canFollowX}
        onOpen={setDialog}
      />
    );
  return (
    <section className="airdrop-missions" aria-labelledby="missions-title">
      <div className="row row-between">
        <h2 id="missions-title">{t('airdrop.missions.title')}</h2>
        {missions !== undefined && (
          <p className="note">{t('airdrop.missions.open', { open: open.length, total: missions.missions.length })}</p>
        )}
      </div>
      {open.map(item)}
      {closed.length > 0 && <ClosedTitle closed={closed} />}
      {closed.map(item)}
      {dialog !== null && dialog !== 'createVideo' && (
        <YoutubeDialog mission={dialog} target={target(dialog)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'createVideo' && <VideoDialog onClose={() => setDialog(null)} />}
    </section>
  );
}

/** The heading of what nobody can do now, with the reason if all of them have the same one. */
function ClosedTitle({ closed }: { readonly closed: readonly Mission[] }) {
  const { t } = usePage<AirdropProps>();
  const [reason, another] = new Set(closed.map((mission) => notOpenKey(mission.reason)));
  const isShared = reason !== undefined && another === undefined;
  const isUnnamed = reason === 'airdrop.missions.notConfigured' && closed.length > 1;
  return (
    <div className="missions-closed">
      <h3>{t(isShared && !isUnnamed ? reason : 'airdrop.missions.closed')}</h3>
      {isShared && isUnnamed && <p className="note">{t('airdrop.missions.closedWhy')}</p>}
    </div>
  );
}
