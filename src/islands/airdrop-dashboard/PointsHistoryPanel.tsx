import { useCallback, useEffect, useState } from 'react';
import { query } from '#src/client/query.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { DataTable } from '#src/components/ui/DataTable.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import type { PointsHistory } from '#src/contract/airdrop.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { AppealDialog } from './AppealDialog.tsx';
import { AppealState } from './AppealState.tsx';
import type { AirdropProps, AirdropText } from './airdrop-props.ts';

interface Props {
  readonly account: string;
  /** The wallet's points on the page: when they change, the list is read again. */
  readonly total: number | undefined;
  /** Points change no more, so that nobody can object any more. */
  readonly isClosed: boolean;
}

type Entry = PointsHistory['entries'][number];

/** Every entry of points with its time and reason; read when it is opened, a hundred entries at a time. */
export function PointsHistoryPanel({ account, total, isClosed }: Props) {
  const { t } = usePage<AirdropProps>();
  const [isOpen, setOpen] = useState(false);
  const [objecting, setObjecting] = useState<string | null>(null);
  const { entries, next, failed, load } = useHistory(account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new points are new entries
  useEffect(() => {
    if (isOpen) void load(null);
  }, [isOpen, load, total]);
  return (
    <details className="card mission" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('airdrop.history.title')}</h2>
      </summary>
      {failed && <Status look="danger" text={t('airdrop.unavailable')} />}
      {entries?.length === 0 && <p>{t('airdrop.history.empty')}</p>}
      {entries !== null && entries.length > 0 && (
        <EntryTable entries={entries} onObject={isClosed ? null : setObjecting} />
      )}
      {next !== null && (
        <p>
          <Button look="small" text={t('airdrop.history.more')} onClick={() => void load(next)} />
        </p>
      )}
      {objecting !== null && (
        <AppealDialog
          about={{ entryId: objecting }}
          onClose={() => {
            setObjecting(null);
            void load(null);
          }}
        />
      )}
    </details>
  );
}

/** The entries of a wallet, newest first, a hundred at a time; nothing is read before `load` is called. */
function useHistory(account: string) {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(
    async (before: number | null) => {
      try {
        const more = await query<PointsHistory>(
          `/api/airdrop/history/${account}${before === null ? '' : `?before=${before}`}`,
        );
        setEntries((known) => (before === null ? more.entries : [...(known ?? []), ...more.entries]));
        setNext(more.next);
        setFailed(false);
      } catch {
        setFailed(true);
      }
    },
    [account],
  );
  return { entries, next, failed, load };
}

interface TableProps {
  readonly onObject: ((entryId: string) => void) | null;
}

function EntryTable({ entries, onObject }: TableProps & { readonly entries: readonly Entry[] }) {
  const { t } = usePage<AirdropProps>();
  return (
    <DataTable
      label={t('airdrop.history.title')}
      columns={[t('airdrop.history.time'), t('airdrop.history.why')]}
      figures={[t('airdrop.history.points')]}
    >
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onObject={onObject} />
        ))}
      </tbody>
    </DataTable>
  );
}

function EntryRow({ entry, onObject }: TableProps & { readonly entry: Entry }) {
  const { t, tag } = usePage<AirdropProps>();
  return (
    <tr>
      <td>
        <time dateTime={entry.time}>{formatTime(entry.time, tag)}</time>
      </td>
      <td>
        <span>{reasonOf(t, entry)}</span>
        {entry.reasonCode !== null && <span className="note">{` ${t(`airdrop.reason.${entry.reasonCode}`)}`}</span>}
        {entry.appeal !== null && <AppealState appeal={entry.appeal} answer={entry.appealAnswer} />}
        {entry.appeal === null && isTaken(entry) && onObject !== null && (
          <p>
            <Button look="small" text={t('airdrop.appeal.open')} onClick={() => onObject(entry.id)} />
          </p>
        )}
      </td>
      <td className="end">
        <span className="ltr">{`${entry.points > 0 ? '+' : ''}${formatNumber(String(entry.points), tag)}`}</span>
      </td>
    </tr>
  );
}

/** Points that staff deducted or took back: an objection is possible. */
function isTaken({ points, reason }: Entry): boolean {
  return points < 0 && (reason === 'correction' || reason === 'reversal');
}

function reasonOf(t: AirdropText, { reason, mission }: Entry): string {
  if (reason !== 'mission') return t(`airdrop.history.${reason}`);
  return t('airdrop.history.mission', { mission: t(`airdrop.mission.${mission}.title`) });
}
