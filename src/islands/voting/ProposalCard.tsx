import { usePage } from '#src/components/ui/page.tsx';
import { formatTime } from '#src/lib/time/format-time.ts';
import { BallotForm } from './BallotForm.tsx';
import { CastVotePanel } from './CastVotePanel.tsx';
import { Recount } from './Recount.tsx';
import { Results } from './Results.tsx';
import type { ProposalProps, VotingProps } from './voting-props.ts';

interface Props extends ProposalProps {
  /** The connected account, which may vote, in EIP-55 form. */
  readonly account: string | null;
}

/** One proposal: its question, who may vote and when, the ballot while it is open, its result and the recount. */
export function ProposalCard({ proposal, account, own }: Props) {
  const { t, locale, tag } = usePage<VotingProps>();
  const { status, title, summary } = proposal;
  const opens = formatTime(proposal.opensAt, tag);
  const closes = formatTime(proposal.closesAt, tag);
  const heading = `proposal-${proposal.id}`;
  return (
    <section className="card stack mt-4" aria-labelledby={heading} data-status={status}>
      <p className="row row-between note">
        <span>{t(`voting.status.${status}`)}</span>
        <span>
          {status === 'announced'
            ? t('voting.opens', { date: opens })
            : t(status === 'open' ? 'voting.closes' : 'voting.closed', { date: closes })}
        </span>
      </p>
      <div className="stack" lang={proposal.locale} dir={proposal.locale === locale ? undefined : 'ltr'}>
        <h2 id={heading} className="ballot-title">
          {title}
        </h2>
        <p>{summary}</p>
      </div>
      {proposal.locale !== locale && <p className="note">{t('voting.inEnglish')}</p>}
      {status === 'announced' && <p className="warning">{t('voting.notYet', { date: opens })}</p>}
      {status === 'closed' && <p className="note">{t('voting.noMore', { date: closes })}</p>}
      {status === 'open' && account !== null && (
        <BallotForm key={account} proposal={proposal} account={account} chosen={own?.choice} />
      )}
      {own !== undefined && <CastVotePanel proposal={proposal} vote={own} />}
      {status !== 'announced' && <Results proposal={proposal} />}
      {proposal.turnout > 0 && <Recount proposal={proposal} />}
    </section>
  );
}
