import { useStore } from '@nanostores/react';
import { DataTable } from '#src/components/ui/DataTable.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { WalletLink } from '#src/components/ui/WalletLink.tsx';
import type { Leaderboard, LeaderboardEntry } from '#src/contract/dashboard.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { $boards } from '#src/stores/dashboard.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';
import { shareText } from './display.ts';

interface Props extends Pick<DashboardPart, 'display'> {
  readonly viewed: string | null;
}

/** The largest holders and stakers, each list with the row of the address shown: folded where figures of one are. */
export function Leaderboards({ display, viewed }: Props) {
  const { t } = usePage<DashboardProps>();
  return (
    <details className="wide boards" open={viewed === null}>
      <summary>
        <h2>{t('dashboard.leaderboards')}</h2>
      </summary>
      <div className="dashboard">
        <Board display={display} by="holdings" viewed={viewed} />
        <Board display={display} by="staked" viewed={viewed} />
      </div>
    </details>
  );
}

interface BoardProps extends Props {
  readonly by: Leaderboard['by'];
}

function Board({ display, by, viewed }: BoardProps) {
  const { t, tag } = usePage<DashboardProps>();
  const { data, error } = useStore($boards[by]);
  const listed = data?.entries.some(({ walletAddress }) => walletAddress === viewed) ?? false;
  const rows = data === undefined ? [] : [...data.entries, ...(data.me === null || listed ? [] : [data.me])];
  return (
    <section className="card" aria-label={t(`dashboard.board.${by}`)}>
      <h3>{t(`dashboard.board.${by}`)}</h3>
      {error !== undefined && (
        <Status look="danger" text={t(data === undefined ? 'staking.unavailable' : 'payment.stale')} />
      )}
      {data === undefined && error === undefined && <p className="note">{t('site.loading')}</p>}
      {data !== undefined && rows.length === 0 && <p>{t('dashboard.board.none')}</p>}
      {rows.length > 0 && (
        <DataTable
          columns={[t('dashboard.missions.rank'), t('dashboard.board.wallet')]}
          figures={[t('payment.tokens'), t('dashboard.board.share')]}
        >
          <tbody>
            {rows.map((entry) => (
              <Row key={entry.walletAddress} display={display} by={by} viewed={viewed} entry={entry} />
            ))}
          </tbody>
        </DataTable>
      )}
      {data !== undefined && (
        <p className="note">{t('dashboard.board.total', { count: formatNumber(String(data.totalWallets), tag) })}</p>
      )}
    </section>
  );
}

function Row({ display, by, viewed, entry }: BoardProps & { readonly entry: LeaderboardEntry }) {
  const { t, tag } = usePage<DashboardProps>();
  const amount = by === 'staked' ? entry.staked : entry.tokens;
  const own = entry.walletAddress === viewed;
  // Only the shown address has amounts to hide; the others are public here as everywhere.
  const hide = own ? display.text : (text: string) => text;
  return (
    <tr className={own ? 'own' : undefined}>
      <td>{`#${entry.rank}`}</td>
      <td>
        <span className="ltr">
          <WalletLink address={entry.walletAddress} />
        </span>
        {own && <span className="note">{inBrackets(t('dashboard.board.me'), tag)}</span>}
      </td>
      <td className="end">
        <span className="ltr">{hide(formatNumber(amount, tag, 0, 2))}</span>
      </td>
      <td className="end">
        <span className="ltr">{hide(shareText(entry.sharePercent, tag))}</span>
      </td>
    </tr>
  );
}
