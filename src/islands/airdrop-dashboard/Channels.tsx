import type { MissionsResponse } from '#src/contract/airdrop.ts';
import type { AirdropPartProps } from './airdrop-props.ts';

interface Props extends AirdropPartProps {
  readonly homePath: string;
  readonly links: MissionsResponse['links'] | undefined;
}

const CHANNELS = ['community', 'x', 'channel', 'youtube'] as const;

/** The header: the link home, and those project channels that are configured. */
export function Channels({ t, homePath, links }: Props) {
  const known = CHANNELS.flatMap((name) => {
    const href = links?.[name];
    return typeof href === 'string' ? [{ name, href }] : [];
  });
  return (
    <header className="row row-between">
      <a className="link" href={homePath}>
        {t('airdrop.home')}
      </a>
      {known.length > 0 && (
        <nav aria-label={t('airdrop.links.label')}>
          <ul className="row">
            {known.map(({ name, href }) => (
              <li key={name}>
                <a className="link" href={href} target="_blank" rel="noreferrer">
                  {t(`airdrop.links.${name}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}
