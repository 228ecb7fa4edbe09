import type { AirdropPartProps } from './airdrop-props.ts';

/** The rules for a submitted video. */
export function VideoRules({ t }: Pick<AirdropPartProps, 't'>) {
  return (
    <ul className="note">
      {(['mention', 'hashtags', 'public'] as const).map((rule) => (
        <li key={rule}>{t(`airdrop.video.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}
