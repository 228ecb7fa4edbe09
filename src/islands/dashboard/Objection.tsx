import { type SubmitEvent, useId } from 'react';
import { request } from '#src/client/request.ts';
import { serverTime } from '#src/client/server-time.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { OBJECTION_LENGTH } from '#src/config/objection-length.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { refreshEntry } from '#src/stores/allocation.ts';
import type { DashboardProps } from './dashboard-props.ts';
import type { Display } from './display.ts';
import type { ListText } from './entry-text.ts';
import { useOwnWrite } from './use-own-write.ts';

interface Props {
  readonly say: ListText;
  readonly display: Display;
  readonly isOwn: boolean;
  readonly batch: AllocationView;
  readonly view: AllocationEntryView;
  /** The API's refusals. */
  readonly refusals: DashboardProps['texts'];
}

/** The wallet's objection to the draft with its answer, and for its owner the form of one. */
export function Objection({ say, display, isOwn, batch, view, refusals }: Props) {
  const { objection } = view;
  const isTime = batch.state === 'draft' && Date.parse(batch.objectionsUntil ?? '') > (serverTime() ?? Date.now());
  return (
    <>
      {objection !== null && (
        <p>
          {say(`allocation.objection.${objection.state}`, { date: formatDay(objection.at.slice(0, 10), display.tag) })}
        </p>
      )}
      {objection?.answer != null && (
        <p className="break">{say('allocation.objection.answer', { answer: objection.answer })}</p>
      )}
      {isOwn && isTime && objection?.state !== 'open' && (
        <ObjectionForm {...{ say, display, refusals }} wallet={view.address} />
      )}
    </>
  );
}

interface FormProps extends Pick<Props, 'say' | 'display' | 'refusals'> {
  readonly wallet: string;
}

/** Takes an objection; the text stays if it cannot be sent. */
function ObjectionForm({ say, display, refusals, wallet }: FormProps) {
  const field = useId();
  const { isBusy, problem, write } = useOwnWrite(refusals);
  const send = (text: string) =>
    write(refreshEntry, wallet, () => request('POST', '/api/allocation/objections', { walletAddress: wallet, text }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text')).trim();
    if (!isBusy && text !== '') void send(text);
  };
  return (
    <details className="no-print">
      <summary>{say('allocation.objection.title')}</summary>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={field}>{say('allocation.objection.field')}</label>
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
          {say('allocation.objection.note', { max: formatNumber(String(OBJECTION_LENGTH), display.tag) })}
        </p>
        <p>
          <Button text={say('allocation.objection.send')} type="submit" aria-disabled={isBusy} />
        </p>
        <p className="danger lookup-problem" id={`${field}-problem`} role="status">
          {problem}
        </p>
      </form>
    </details>
  );
}
