import { useStore } from '@nanostores/react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { ACCOUNTS, type MissionId, missionOf } from '#src/config/missions.ts';
import { $busyMission, $takenName, submitMission } from '#src/stores/airdrop.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { AirdropProps } from './airdrop-props.ts';

/** Offers to dispute a name that another wallet has used, right after it was refused. */
export function TakenName({ mission }: { readonly mission: MissionId }) {
  const { t } = usePage<AirdropProps>();
  const taken = useStore($takenName);
  const { account } = useStore($wallet);
  const busy = useStore($busyMission);
  if (taken === null || taken.missionType !== mission || taken.wallet !== account) return null;
  const { missionType, data } = taken;
  const kind = missionOf(mission).account;
  const name = (kind && data?.[ACCOUNTS[kind].field]) ?? '';
  return (
    <div className="stack" role="status">
      <p className="warning">{t('airdrop.dispute.offer', { name })}</p>
      <p>
        <Button
          look="small"
          text={t('airdrop.dispute.claim')}
          disabled={busy !== null}
          onClick={() => void submitMission(missionType, { ...data, dispute: true })}
        />
      </p>
    </div>
  );
}
