import { saveFile } from '#src/client/save-file.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { gapOf } from '#src/lib/text/joins.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import type { ProposalProps, VotingProps } from './voting-props.ts';

interface Props extends Omit<ProposalProps, 'own'> {
  readonly vote: NonNullable<ProposalProps['own']>;
}

/** This wallet's vote, its deadline for changes, the signed text, and the link to the mission. */
export function CastVotePanel({ proposal, vote }: Props) {
  const { t, tag, airdropPath } = usePage<VotingProps>();
  const choice = proposal.choices.find(({ id }) => id === vote.choice)?.label ?? vote.choice;
  const save = () => saveFile(`synx-vote-${vote.id}.json`, 'application/json', `${JSON.stringify(vote, null, 2)}\n`);
  return (
    <div className="stack receive">
      <p>
        <strong>{t('voting.yours', { choice, date: formatTime(vote.createdAt, tag) })}</strong>
        {gapOf(tag)}
        {vote.changeable && <span>{t('voting.changeable', { date: formatTime(proposal.closesAt, tag) })}</span>}
      </p>
      <p>
        <Link look="button button-small" text={t('voting.mission')} href={airdropPath} />
      </p>
      <details>
        <summary>{t('voting.receipt')}</summary>
        <div className="stack">
          <pre className="note break ltr ballot-text" lang="en">
            {vote.message}
          </pre>
          <p className="note break ltr">{vote.signature}</p>
          <p className="row">
            <Button look="small" text={t('voting.save')} onClick={save} />
            <Link text={t('voting.proof')} apart href={`/api/records/proof/vote-${vote.id}`} />
          </p>
        </div>
      </details>
    </div>
  );
}
