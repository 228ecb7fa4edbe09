import { useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { MissionId } from '#src/config/missions.ts';
import type { MissionsResponse, Submission } from '#src/contract/airdrop.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { AppealDialog } from './AppealDialog.tsx';
import { AppealState } from './AppealState.tsx';
import type { AirdropProps } from './airdrop-props.ts';
import type { MissionState } from './mission-state.ts';

interface Props {
  readonly mission: MissionId;
  readonly state: MissionState;
}

/** The key of the sentence why nobody can do a mission; a reason that is new to this build counts as no address. */
export function notOpenKey(reason: MissionsResponse['missions'][number]['reason']) {
  const name = reason === 'no-open-proposal' ? 'noProposal' : reason === 'handed-over' ? 'handedOver' : 'notConfigured';
  return `airdrop.missions.${name}` as const;
}

/** The note next to a mission's button: why it is unavailable, how long a review takes, why it was rejected. */
export function MissionNote({ mission, state }: Props) {
  const { t, tag } = usePage<AirdropProps>();
  switch (state.kind) {
    case 'completed':
      return <p className="success">{t('airdrop.missions.done')}</p>;
    case 'pending':
      return (
        <>
          <p className="note">{t('airdrop.missions.review')}</p>
          {state.submission?.proofCode !== undefined && (
            <p role="status">{t('airdrop.dispute.code', { code: state.submission.proofCode })}</p>
          )}
        </>
      );
    case 'unavailable':
      return <p className="note">{t(notOpenKey(state.reason))}</p>;
    case 'rejected':
    case 'waiting':
      return (
        <>
          <Rejection mission={mission} submission={state.submission} />
          {state.kind === 'waiting' && (
            <p className="note">{t('airdrop.missions.waitUntil', { time: formatTime(state.until, tag) })}</p>
          )}
        </>
      );
    default:
      return null;
  }
}

function Rejection({ mission, submission }: Pick<Props, 'mission'> & { readonly submission: Submission }) {
  const { t } = usePage<AirdropProps>();
  const [objecting, setObjecting] = useState(false);
  const { reasonCode, note, appeal, appealAnswer } = submission;
  return (
    <div className="stack" role="status">
      <p className="danger">{t(mission === 'xFollow' ? 'airdrop.missions.rejectedX' : 'airdrop.missions.rejected')}</p>
      {reasonCode !== null && (
        <p className="note">{t('airdrop.missions.reason', { reason: t(`airdrop.reason.${reasonCode}`) })}</p>
      )}
      {note !== null && note !== '' && <p className="note break">{t('airdrop.missions.reviewer', { note })}</p>}
      {appeal !== null && <AppealState appeal={appeal} answer={appealAnswer} />}
      {appeal === null && (
        <p>
          <Button look="small" text={t('airdrop.appeal.open')} onClick={() => setObjecting(true)} />
        </p>
      )}
      {objecting && <AppealDialog about={{ submissionId: submission.id }} onClose={() => setObjecting(false)} />}
    </div>
  );
}
