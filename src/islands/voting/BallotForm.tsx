import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { gapOf } from '#src/lib/text/joins.ts';
import { $vote, castVote, isVoting } from '#src/stores/voting.ts';
import type { ProposalProps, VotingProps, VotingText } from './voting-props.ts';

interface Props extends Pick<ProposalProps, 'proposal'> {
  /** The connected account, in EIP-55 form. */
  readonly account: string;
  /** The choice recorded for this wallet. */
  readonly chosen: string | undefined;
}

/** The choices and the button that has the wallet sign one; the wallet's message is described beforehand. */
export function BallotForm({ proposal, account, chosen }: Props) {
  const { t, tag } = usePage<VotingProps>();
  const vote = useStore($vote);
  const [picked, setPicked] = useState<string | null>(null);
  const choice = picked ?? chosen ?? null;
  const busy = isVoting(vote);
  const own = vote.proposalId === proposal.id && vote.account === account;
  const label = own && vote.step === 'signing' ? 'signing' : own && vote.step === 'recording' ? 'recording' : null;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== null) void castVote(proposal.id, choice);
      }}
    >
      <fieldset className="stack" disabled={busy}>
        <legend className="label">{t('voting.choose')}</legend>
        {proposal.choices.map(({ id, label: words }) => (
          <label key={id} className="ballot-choice">
            <input
              type="radio"
              name={proposal.id}
              value={id}
              checked={choice === id}
              onChange={() => setPicked(id)}
              required
            />
            <span lang={proposal.locale}>{words}</span>
          </label>
        ))}
      </fieldset>
      <p className="note">{t('voting.whatYouSign')}</p>
      <p>
        <Button
          look="primary"
          text={t(label !== null ? `voting.${label}` : chosen === undefined ? 'voting.sign' : 'voting.change')}
          type="submit"
          disabled={busy || choice === null || choice === chosen}
        />
      </p>
      <p role="status" className={own && (vote.step === 'failed' || vote.step === 'unanswered') ? 'danger' : 'note'}>
        {own ? outcome(t, tag, vote) : ''}
      </p>
    </form>
  );
}

function outcome(t: VotingText, tag: string, { step, text, textKey }: ReturnType<(typeof $vote)['get']>): string {
  if (step === 'rejected') return t('voting.rejected');
  if (step === 'recorded') return t('voting.recorded');
  if (step === 'unanswered') return t('voting.unanswered');
  if (step !== 'failed') return '';
  const known = textKey as Parameters<VotingText>[0] | null;
  const reason = (known === null ? undefined : t(known)) ?? text ?? '';
  return `${t('voting.failed')}${gapOf(tag)}${reason}`.trim();
}
