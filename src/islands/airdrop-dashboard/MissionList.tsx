import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $statuses } from '#src/stores/airdrop.ts';
import type { AirdropPanelProps } from './airdrop-props.ts';
import { MissionItem, type OpenDialog } from './MissionItem.tsx';
import { openFirst } from './mission-state.ts';
import { VideoDialog } from './VideoDialog.tsx';
import { YoutubeDialog } from './YoutubeDialog.tsx';

/** All ten missions; several may be open at once. */
export function MissionList(props: AirdropPanelProps) {
  const { t, tag, participant, missions } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const known = useStore($statuses);
  const statuses = participant === undefined ? {} : known;
  const target = (id: OpenDialog) => missions?.missions.find((mission) => mission.id === id)?.targets[0] ?? null;
  const canFollowX = missions?.missions.some(({ id, available }) => id === 'xFollow' && available) ?? false;
  // What anybody can do now comes first, whatever this wallet has done, so that nothing moves under a finger.
  const [open, closed] = openFirst(missions?.missions ?? [], canFollowX);
  return (
    <section className="airdrop-missions" aria-labelledby="missions-title">
      <div className="row row-between">
        <h2 id="missions-title">{t('airdrop.missions.title')}</h2>
        {missions !== undefined && (
          <p className="note">{t('airdrop.missions.open', { open: open.length, total: missions.missions.length })}</p>
        )}
      </div>
      {missions !== undefined &&
        [...open, ...closed].map((mission) => (
          <MissionItem
            key={mission.id}
            {...props}
            mission={mission}
            bonus={missions.videoBonus}
            statuses={statuses}
            canFollowX={canFollowX}
            onOpen={setDialog}
          />
        ))}
      {dialog !== null && dialog !== 'createVideo' && (
        <YoutubeDialog t={t} tag={tag} mission={dialog} target={target(dialog)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'createVideo' && <VideoDialog t={t} onClose={() => setDialog(null)} />}
    </section>
  );
}
