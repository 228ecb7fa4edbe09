import type { AirdropPartProps } from './airdrop-props.ts';

/** What a submitted video has to keep to. */
export function VideoRules({ t }: Pick<AirdropPartProps, 't'>) {
  return (
    <ul className="note">
      {(['mention', 'hashtags', 'public'] as const).map((rule) => (
        <li key={rule}>{t(`airdrop.video.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}
