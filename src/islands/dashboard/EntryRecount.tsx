import { useEffect, useRef, useState } from 'react';
import type { RecountedList } from '#src/client/recount/recount-list.ts';
import type { RecountProgress, startRecount } from '#src/client/recount/start-recount.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { Amounts } from '#src/contract/allocation.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import type { ListPage } from './dashboard-props.ts';
import type { Display } from './display.ts';
import { isolated, synxOf } from './entry-text.ts';

interface Props {
  readonly display: Display;
  readonly wallet: string;
  /** What the page shows; null if the list does not have the wallet. */
  readonly entry: Amounts | null;
}

type State =
  | { readonly step: 'idle' | 'stopped' | 'failed' }
  | { readonly step: 'working'; readonly progress: RecountProgress | null }
  | { readonly step: 'done'; readonly recounted: RecountedList };

/** Recomputes the entry of a wallet from the public records, in this browser. */
export function EntryRecount({ display, wallet, entry }: Props) {
  const { t, tag } = usePage<ListPage>();
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<ReturnType<typeof startRecount> | null>(null);
  useEffect(() => () => running.current?.stop(), []);
  const start = async () => {
    setState({ step: 'working', progress: null });
    try {
      const recount = await import('#src/client/recount/start-recount.ts');
      running.current = recount.startRecount(wallet, (progress) => setState({ step: 'working', progress }));
      const recounted = await running.current.recounted;
      setState(recounted === null ? { step: 'stopped' } : { step: 'done', recounted });
    } catch (error) {
      console.warn(error);
      setState({ step: 'failed' });
    }
  };
  const number = (value: number) => formatNumber(String(value), tag);
  return (
    <div className="stack-tight no-print">
      <p className="note">{t('allocation.recomputeText')}</p>
      <p className="row">
        <Button
          text={t('allocation.recompute')}
          aria-disabled={state.step === 'working'}
          onClick={() => state.step !== 'working' && void start()}
        />
        {state.step === 'working' && <Button text={t('recount.stop')} onClick={() => running.current?.stop()} />}
      </p>
      <div role="status" className="stack-tight">
        {state.step === 'working' && state.progress !== null && (
          <p className="note number">
            {t('allocation.step', {
              ...{ step: number(state.progress.step), steps: number(state.progress.steps) },
              ...{ done: number(state.progress.done), total: number(state.progress.total) },
            })}
          </p>
        )}
        {state.step === 'stopped' && <p className="note">{t('allocation.stopped')}</p>}
        {state.step === 'failed' && <p className="danger">{t('recount.failed')}</p>}
        {state.step === 'done' && <Verdict display={display} entry={entry} recounted={state.recounted} />}
      </div>
    </div>
  );
}

/** Whether the records say the same; both amounts of each part that differs. */
function Verdict({ display, entry, recounted }: Omit<Props, 'wallet'> & { readonly recounted: RecountedList }) {
  const { t } = usePage<ListPage>();
  const differing = AMOUNT_KINDS.flatMap((kind) => {
    const [counted, shown] = [recounted.entry?.[kind] ?? 0n, BigInt(entry?.[kind] ?? 0)];
    return counted === shown ? [] : [{ kind, counted, shown }];
  });
  const amount = (units: bigint) => isolated(display.synx(synxOf(units)));
  return (
    <>
      {recounted.problems.length > 0 && (
        <>
          <p className="danger">{t('recount.broken')}</p>
          <ul lang="en" dir="ltr">
            {recounted.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      {differing.length > 0 && (
        <>
          <p className="danger">{t('allocation.different')}</p>
          <ul>
            {differing.map(({ kind, counted, shown }) => (
              <li key={kind}>
                {t('allocation.differentPart', {
                  part: t(`claim.kind.${kind}`),
                  ...{ counted: amount(counted), shown: amount(shown) },
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {differing.length === 0 && recounted.problems.length === 0 && (
        <p className="success">{t(entry === null ? 'allocation.sameNone' : 'allocation.same')}</p>
      )}
    </>
  );
}
