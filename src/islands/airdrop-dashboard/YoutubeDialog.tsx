import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { WindowMission } from '#src/config/missions.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import { submitMission } from '#src/stores/airdrop.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { FormActions } from './FormActions.tsx';
import { openWindow } from './run-mission.ts';

interface Props {
  readonly mission: WindowMission;
  /** The channel or video to open; null if none is configured. */
  readonly target: string | null;
  readonly onClose: () => void;
}

/** Asks for the YouTube name, opens the link, and submits. */
export function YoutubeDialog({ mission, target, onClose }: Props) {
  const { t, tag } = usePage<AirdropProps>();
  const [name, setName] = useState('');
  const [blocked, setBlocked] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const youtubeUsername = name.trim();
    if (youtubeUsername === '') {
      showToast({ key: 'airdrop.youtubeName', variant: 'destructive' });
      return;
    }
    if (!blocked && target !== null && !openWindow(target)) {
      setBlocked(true);
      return;
    }
    onClose();
    await submitMission(mission, { youtubeUsername });
  };
  return (
    <Dialog title={t('airdrop.youtube.title')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="youtube-name">{t('airdrop.youtube.field')}</label>
          <input
            className="input ltr"
            id="youtube-name"
            autoComplete="off"
            maxLength={200}
            data-first-focus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        {blocked && target !== null && (
          <p className="warning" role="status">
            {t('airdrop.missions.blocked')}
            {gapOf(tag)}
            <Link text={t('airdrop.missions.openYourself')} apart href={target} />
          </p>
        )}
        <FormActions submit={t('airdrop.youtube.submit')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
