import { usePage } from '#src/components/ui/page.tsx';
import type { AirdropProps } from './airdrop-props.ts';

/** The rules for a submitted video. */
export function VideoRules() {
  const { t } = usePage<AirdropProps>();
  return (
    <ul className="note">
      {(['mention', 'hashtags', 'public'] as const).map((rule) => (
        <li key={rule}>{t(`airdrop.video.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}
