import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import type { AirdropProps } from './airdrop-props.ts';

const CHANNELS = ['community', 'x', 'channel', 'youtube'] as const;

/** Those project channels that are configured. */
export function Channels({ links }: { readonly links: MissionsResponse['links'] | undefined }) {
  const { t } = usePage<AirdropProps>();
  const known = CHANNELS.flatMap((name) => {
    const href = links?.[name];
    return typeof href === 'string' ? [{ name, href }] : [];
  });
  if (known.length === 0) return null;
  return (
    <nav aria-label={t('airdrop.links.label')}>
      <ul className="row">
        {known.map(({ name, href }) => (
          <li key={name}>
            <Link text={t(`airdrop.links.${name}`)} apart href={href} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
