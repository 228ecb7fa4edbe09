import { useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { currentConnection } from '#src/stores/current-connection.ts';
import type { VoteCount } from '#src/wallet/recount-votes.ts';
import type { ProposalProps, VotingProps } from './voting-props.ts';

type State =
  | { readonly step: 'idle' | 'failed' }
  | { readonly step: 'working'; readonly done: number; readonly total: number }
  | { readonly step: 'done'; readonly count: VoteCount };

/** Recounts the recorded votes in this browser, each with its signature, against the published result. */
export function Recount({ proposal }: Pick<ProposalProps, 'proposal'>) {
  const { t, tag } = usePage<VotingProps>();
  const [state, setState] = useState<State>({ step: 'idle' });
  const number = (value: number) => formatNumber(String(value), tag);
  const start = async () => {
    setState({ step: 'working', done: 0, total: 0 });
    try {
      const { recountVotes } = await import('#src/wallet/recount-votes.ts');
      const connection = currentConnection();
      const show = (done: number, total: number) => setState({ step: 'working', done, total });
      setState({ step: 'done', count: await recountVotes(proposal.id, connection?.provider ?? null, show) });
    } catch (error) {
      console.warn(error);
      setState({ step: 'failed' });
    }
  };
  return (
    <details>
      <summary>{t('voting.recount.title')}</summary>
      <div className="stack">
        <p className="note">{t('voting.recount.text')}</p>
        <p>
          <Button look="small" text={t('voting.recount.start')} disabled={state.step === 'working'} onClick={start} />
        </p>
        <div role="status" className="stack">
          {state.step === 'working' && (
            <p className="note number">
              {t('voting.recount.working', { done: number(state.done), total: number(state.total) })}
            </p>
          )}
          {state.step === 'failed' && <p className="danger">{t('voting.recount.failed')}</p>}
          {state.step === 'done' && <Outcome number={number} count={state.count} />}
        </div>
      </div>
    </details>
  );
}

function Outcome({ number, count }: { number: (value: number) => string; count: VoteCount }) {
  const { t } = usePage<VotingProps>();
  const equal = count.choices.every(({ counted, published }) => counted === published);
  return (
    <>
      <p className={equal ? 'success' : 'danger'}>{t(equal ? 'voting.recount.equal' : 'voting.recount.different')}</p>
      <table className="ballot-table">
        <thead>
          <tr>
            <th scope="col">{t('voting.recount.choice')}</th>
            <th scope="col">{t('voting.recount.counted')}</th>
            <th scope="col">{t('voting.recount.published')}</th>
          </tr>
        </thead>
        <tbody>
          {count.choices.map(({ id, label, counted, published }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td className="number">{number(counted)}</td>
              <td className="number">{number(published)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="note">
        <li>{t('voting.recount.valid', { count: number(count.valid) })}</li>
        {count.invalid > 0 && (
          <li className="danger">{t('voting.recount.invalid', { count: number(count.invalid) })}</li>
        )}
        {count.unchecked > 0 && <li>{t('voting.recount.unchecked', { count: number(count.unchecked) })}</li>}
        <li className={count.chainHolds ? undefined : 'danger'}>
          {t(count.chainHolds ? 'voting.recount.chain' : 'voting.recount.chainBroken', {
            count: number(count.records),
          })}
        </li>
      </ul>
    </>
  );
}
