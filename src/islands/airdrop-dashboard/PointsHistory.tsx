import { useState } from 'react';
import { query } from '#src/client/query.ts';
import type { PointsHistory as History } from '#src/contract/airdrop.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import type { PartProps } from './airdrop-props.ts';

interface Props extends PartProps {
  readonly account: string;
}

type Entry = History['entries'][number];

/** Every point with its time and reason; read when it is opened, a hundred entries at a time. */
export function PointsHistory({ t, tag, account }: Props) {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const load = async (before: number | null) => {
    try {
      const more = await query<History>(`/api/airdrop/history/${account}${before === null ? '' : `?before=${before}`}`);
      setEntries((known) => (before === null ? more.entries : [...(known ?? []), ...more.entries]));
      setNext(more.next);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <details className="card mission" onToggle={(event) => event.currentTarget.open && void load(null)}>
      <summary>
        <h2>{t('airdrop.history.title')}</h2>
      </summary>
      {failed && <p className="danger">{t('airdrop.unavailable')}</p>}
      {entries?.length === 0 && <p>{t('airdrop.history.empty')}</p>}
      {entries !== null && entries.length > 0 && (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('airdrop.history.time')}</th>
                <th scope="col">{t('airdrop.history.why')}</th>
                <th scope="col">{t('airdrop.history.points')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td>
                    <time dateTime={entry.time}>{new Date(entry.time).toLocaleString(tag)}</time>
                  </td>
                  <td>
                    {reasonOf(t, entry)}
                    {entry.reasonCode !== null && (
                      <span className="note"> {t(`airdrop.reason.${entry.reasonCode}`)}</span>
                    )}
                  </td>
                  <td className="ltr">{`${entry.points > 0 ? '+' : ''}${formatNumber(String(entry.points), tag)}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== null && (
        <p>
          <button className="button button-small" type="button" onClick={() => void load(next)}>
            {t('airdrop.history.more')}
          </button>
        </p>
      )}
    </details>
  );
}

function reasonOf(t: PartProps['t'], { reason, mission }: Entry): string {
  if (reason !== 'mission') return t(`airdrop.history.${reason}`);
  return t('airdrop.history.mission', { mission: t(`airdrop.mission.${mission}.title`) });
}
