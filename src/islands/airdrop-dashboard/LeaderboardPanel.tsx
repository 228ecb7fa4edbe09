import { useStore } from '@nanostores/react';
import { useDrawingId, Waves } from '#src/components/ui/charts/Engraving.tsx';
import { hasEstimate } from '#src/components/ui/EstimateLater.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { WalletLink } from '#src/components/ui/WalletLink.tsx';
import { AIRDROP_POOLS, LEADERBOARD_LISTED, LEADERBOARD_SHOWN, TROPHIES } from '#src/config/missions.ts';
import type { AirdropLeaderboard, MissionsResponse } from '#src/contract/airdrop.ts';
import { estimatedMillions, formatEstimate, percentOfList, pointsOfList } from '#src/lib/airdrop/estimate.ts';
import { partOf } from '#src/lib/money/staking-format.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { asLabel } from '#src/lib/text/joins.ts';
import { plural } from '#src/lib/text/plural.ts';
import { $board, $ownEntry } from '#src/stores/airdrop.ts';
import type { AirdropPanelProps, AirdropProps } from './airdrop-props.ts';

interface Props extends Omit<AirdropPanelProps, 'participant' | 'missions'> {
  /** Both stated pools; estimates use the lower one. */
  readonly pools: MissionsResponse['pool'] | undefined;
}

interface EntryProps extends Omit<Props, 'pools'> {
  readonly pool: string;
  readonly entry: AirdropLeaderboard[number];
  readonly list: AirdropLeaderboard;
}

/** The wallets with most points: three trophies, then places 4 to 20, and the visitor's own place. */
export function LeaderboardPanel({ account, pools = AIRDROP_POOLS }: Props) {
  const { t, tag } = usePage<AirdropProps>();
  const board = useStore($board);
  const own = useStore($ownEntry).data?.[0];
  const list = board.data;
  const shared = { account, pool: pools.estimate };
  return (
    <section className="card" aria-labelledby="board-title">
      <h2 id="board-title">{t('airdrop.board.title')}</h2>
      {board.error !== undefined && list === undefined && <Status look="danger" text={t('airdrop.board.failed')} />}
      {list !== undefined && (
        <div className={list.length > TROPHIES.length ? 'board board-long' : 'board'}>
          <ol className="trophies">
            {TROPHIES.map((name, index) => (
              <Place {...shared} key={name} name={name} place={index + 1} entry={list[index]} list={list} />
            ))}
          </ol>
          {list.length > TROPHIES.length && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
            <ol className="board-list" start={TROPHIES.length + 1} tabIndex={0} aria-label={t('airdrop.board.title')}>
              {list.slice(TROPHIES.length, LEADERBOARD_SHOWN).map((entry, index) => (
                <li key={entry.id} value={TROPHIES.length + 1 + index}>
                  <Entry {...shared} entry={entry} list={list} />
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
      {list?.length === 0 && <p>{t('airdrop.board.empty')}</p>}
      {account !== null && list !== undefined && list.length > 0 && (
        <OwnPlace account={account} list={list} rank={own?.rank} />
      )}
      {account !== null && own !== undefined && hasEstimate(list) && (
        <p className="note">
          {t('airdrop.board.trueShare', {
            percent: formatPercent(own.sharePercent, tag, 0, 4),
            low: formatNumber(partOf(pools.estimate, own.sharePercent), tag),
            high: formatNumber(partOf(pools.shown, own.sharePercent), tag),
          })}
        </p>
      )}
      <p className="note">{t('airdrop.board.note')}</p>
    </section>
  );
}

interface PlaceProps extends Omit<EntryProps, 'entry'> {
  readonly name: (typeof TROPHIES)[number];
  readonly place: number;
  /** Undefined: the place is open. */
  readonly entry: EntryProps['entry'] | undefined;
}

function Place({ name, place, entry, ...shared }: PlaceProps) {
  const { t } = usePage<AirdropProps>();
  const isOpen = entry === undefined;
  return (
    <li className={`trophy trophy-${name}${isOpen ? ' trophy-open' : ''}`} aria-hidden={isOpen || undefined}>
      <Trophy label={t(`airdrop.board.${name}`)} />
      {!isOpen && <Entry {...shared} entry={entry} />}
      <Block place={place} isOpen={isOpen} />
    </li>
  );
}

/** What the trophy stands on: an engraved block with its number, an empty one while the place is open. */
function Block({ place, isOpen }: Pick<PlaceProps, 'place'> & { readonly isOpen: boolean }) {
  const id = useDrawingId();
  return (
    <svg className="trophy-block" aria-hidden="true">
      <defs>
        <Waves id={id} />
      </defs>
      <rect width="100%" height="100%" fill={isOpen ? 'none' : `url(#${id})`} />
      <text x="50%" y="50%" dy=".35em">
        {place}
      </text>
    </svg>
  );
}

function Entry({ account, pool, entry, list }: EntryProps) {
  const { t, texts, tag } = usePage<AirdropProps>();
  const all = pointsOfList(list);
  const millions = estimatedMillions(entry.totalPoints, all, BigInt(pool.split('.')[0] ?? '0'));
  const points = fill(plural(texts, 'airdrop.board.points', entry.totalPoints, tag), {
    points: formatNumber(String(entry.totalPoints), tag),
  });
  return (
    <span className={isOwn(entry, account) ? 'board-entry board-own' : 'board-entry'}>
      <bdi className="mono">
        <WalletLink address={entry.walletAddress} />
      </bdi>
      <span>{points}</span>
      <span className="note">{t('airdrop.board.estimate', { millions: formatEstimate(millions, tag) })}</span>
      <span className="note">
        {t('airdrop.board.share', { percent: formatPercent(percentOfList(entry.totalPoints, all), tag, 2) })}
      </span>
    </span>
  );
}

/** #rank, or 100+ with the true rank next to it for a wallet that is not listed. */
function OwnPlace({
  account,
  list,
  rank,
}: {
  readonly account: string;
  readonly list: AirdropLeaderboard;
  readonly rank: number | undefined;
}) {
  const { t, tag } = usePage<AirdropProps>();
  const place = list.findIndex((entry) => isOwn(entry, account));
  return (
    <p>
      {asLabel(t('airdrop.board.you'), tag)}
      <strong className="ltr">{place === -1 ? `${LEADERBOARD_LISTED}+` : `#${place + 1}`}</strong>{' '}
      {place === -1 && rank !== undefined && <span className="note">{t('airdrop.board.trueRank', { rank })}</span>}
    </p>
  );
}

function Trophy({ label }: { readonly label: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width="40"
      height="40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      role="img"
      aria-label={label}
    >
      <path d="M15 8h18v11a9 9 0 0 1-18 0zM15 11H8v3a7 7 0 0 0 7 7M33 11h7v3a7 7 0 0 1-7 7M24 28v7M16 40h16M18 40l2-5h8l2 5" />
    </svg>
  );
}

function isOwn({ walletAddress }: AirdropLeaderboard[number], account: string | null): boolean {
  return account !== null && walletAddress.toLowerCase() === account.toLowerCase();
}
