import { type SubmitEvent, useId } from 'react';
import { request } from '#src/client/request.ts';
import { serverTime } from '#src/client/server-time.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { OBJECTION_LENGTH } from '#src/config/objection-length.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { refreshEntry } from '#src/stores/allocation.ts';
import type { ListPage } from './dashboard-props.ts';
import { useOwnWrite } from './use-own-write.ts';

interface Props {
  readonly isOwn: boolean;
  readonly batch: AllocationView;
  readonly view: AllocationEntryView;
}

/** The wallet's objection to the draft with its answer, and for its owner the form of one. */
export function Objection({ isOwn, batch, view }: Props) {
  const { t, tag } = usePage<ListPage>();
  const { objection } = view;
  const isTime = batch.state === 'draft' && Date.parse(batch.objectionsUntil ?? '') > (serverTime() ?? Date.now());
  return (
    <>
      {objection !== null && (
        <p>{t(`allocation.objection.${objection.state}`, { date: formatDay(objection.at.slice(0, 10), tag) })}</p>
      )}
      {objection?.answer != null && (
        <p className="break">{t('allocation.objection.answer', { answer: objection.answer })}</p>
      )}
      {isOwn && isTime && objection?.state !== 'open' && <ObjectionForm wallet={view.address} />}
    </>
  );
}

/** Takes an objection; the text stays if it cannot be sent. */
function ObjectionForm({ wallet }: { readonly wallet: string }) {
  const { t, tag } = usePage<ListPage>();
  const field = useId();
  const { isBusy, problem, write } = useOwnWrite();
  const send = (text: string) =>
    write(refreshEntry, wallet, () => request('POST', '/api/allocation/objections', { walletAddress: wallet, text }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text')).trim();
    if (!isBusy && text !== '') void send(text);
  };
  return (
    <details className="no-print">
      <summary>{t('allocation.objection.title')}</summary>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={field}>{t('allocation.objection.field')}</label>
          <textarea
            className="input"
            id={field}
            name="text"
            required
            rows={5}
            maxLength={OBJECTION_LENGTH}
            aria-invalid={problem !== ''}
            aria-describedby={`${field}-note ${field}-problem`}
          />
        </div>
        <p className="note" id={`${field}-note`}>
          {t('allocation.objection.note', { max: formatNumber(String(OBJECTION_LENGTH), tag) })}
        </p>
        <p>
          <Button text={t('allocation.objection.send')} type="submit" aria-disabled={isBusy} />
        </p>
        <p className="danger lookup-problem" id={`${field}-problem`} role="status">
          {problem}
        </p>
      </form>
    </details>
  );
}
