import { useStore } from '@nanostores/react';
import { usePage } from '#src/components/ui/page.tsx';
import { useServerClock } from '#src/components/ui/use-server-clock.ts';
import { CHAINS } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PresaleActivity } from '#src/contract/presale.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatAge } from '#src/lib/time/format-age.ts';
import { $activity, $activityMuted } from '#src/stores/activity.ts';
import { $pricing } from '#src/stores/presale.ts';
import type { LaterCardProps } from '../card-props.ts';

/** A longer list would scroll like a ticker. */
const SHOWN = 3;

/** Investment notifications (decision 31): credited purchases with their real age, without motion; can be muted. */
export function ActivityFeed() {
  const { t } = usePage<LaterCardProps>();
  const muted = useStore($activityMuted);
  return (
    <section aria-label={t('pay.feed.title')}>
      <div className="row row-between">
        <h3 className="label">{t('pay.feed.title')}</h3>
        <button className="link-inline" type="button" aria-pressed={muted} onClick={() => $activityMuted.set(!muted)}>
          {t(muted ? 'pay.feed.unmute' : 'pay.feed.mute')}
        </button>
      </div>
      {!muted && <Entries />}
    </section>
  );
}

function Entries() {
  const { t } = usePage<LaterCardProps>();
  const { data } = useStore($activity);
  const now = useServerClock($pricing.get().data?.serverTime);
  if (data === undefined) return null;
  if (data.entries.length === 0) return <p className="note">{t('pay.feed.empty')}</p>;
  return (
    <ul>
      {data.entries.slice(0, SHOWN).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one transaction can make several payments, alike in everything
        <Entry key={index} now={now} entry={entry} />
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly now: number;
  readonly entry: PresaleActivity['entries'][number];
}

function Entry({ now, entry }: EntryProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { wallet, tokens, chainId, paymentMethod, transactionHash, paidAt } = entry;
  const coin = findToken(chainId, paymentMethod)?.display ?? paymentMethod;
  const explorer = explorerUrl(chainId, 'tx', transactionHash);
  const text = t('pay.feed.entry', { tokens: formatNumber(tokens, tag), coin, network: CHAINS[chainId].name });
  return (
    <li className="note">
      <span className="ltr number">{wallet}</span>{' '}
      {explorer === null ? (
        <span>{text}</span>
      ) : (
        <a className="link-inline" href={explorer} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}{' '}
      <time dateTime={paidAt}>{formatAge(now - Date.parse(paidAt), tag)}</time>
    </li>
  );
}
