import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { VIDEO_PLATFORMS, type VideoPlatform } from '#src/config/missions.ts';
import { submitVideo } from '#src/stores/airdrop.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { FormActions } from './FormActions.tsx';
import { VideoRules } from './VideoRules.tsx';

/** Names, the same in every language. */
const PLATFORM_NAMES: Readonly<Record<VideoPlatform, string>> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  instagram: 'Instagram',
};

/** Takes the link of a video; the input remains if the server refuses it. */
export function VideoDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = usePage<AirdropProps>();
  const [platform, setPlatform] = useState<VideoPlatform>('tiktok');
  const [link, setLink] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (link.trim() === '') {
      showToast({ key: 'airdrop.videoLink', variant: 'destructive' });
      return;
    }
    if (await submitVideo({ videoLink: link, platform })) onClose();
  };
  return (
    <Dialog title={t('airdrop.video.title')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="video-platform">{t('airdrop.video.platform')}</label>
          <select
            className="input"
            id="video-platform"
            value={platform}
            onChange={(event) => setPlatform(VIDEO_PLATFORMS.find((name) => name === event.target.value) ?? 'tiktok')}
          >
            {VIDEO_PLATFORMS.map((name) => (
              <option key={name} value={name}>
                {PLATFORM_NAMES[name]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="video-link">{t('airdrop.video.link')}</label>
          <input
            className="input ltr"
            id="video-link"
            type="url"
            autoComplete="off"
            maxLength={500}
            data-first-focus
            value={link}
            onChange={(event) => setLink(event.target.value)}
          />
        </div>
        <div>
          <h3>{t('airdrop.video.rules')}</h3>
          <VideoRules />
        </div>
        <FormActions submit={t('airdrop.video.submit')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
