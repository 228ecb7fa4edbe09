import { useStore } from '@nanostores/react';
import { ConnectPrompt } from '#src/components/ui/ConnectPrompt.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Settled } from '#src/components/ui/Settled.tsx';
import { areAnswered } from '#src/components/ui/use-settled.ts';
import { $castVotes, $proposals } from '#src/stores/voting.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { ProposalCard } from './ProposalCard.tsx';
import type { VotingProps } from './voting-props.ts';

/** All proposals as the API lists them, with this wallet's votes. */
export function LiveVoting() {
  const { t } = usePage<VotingProps>();
  const { isConnected, account, status } = useStore($wallet);
  const { data, error } = useStore($proposals);
  const cast = useStore($castVotes);
  const own = isConnected ? cast.data?.votes : undefined;
  const open = data?.proposals.some((proposal) => proposal.status === 'open') ?? false;
  return (
    <Settled loading={t('site.loading')} answered={areAnswered({ data, error }, ...(isConnected ? [cast] : []))}>
      {error !== undefined && (
        <p className="danger mt-4" role="status">
          {t(data === undefined ? 'voting.unavailable' : 'voting.stale')}
        </p>
      )}
      {isConnected && cast.error !== undefined && (
        <p className="danger mt-4" role="status">
          {t('voting.receiptUnavailable')}
        </p>
      )}
      {!isConnected && open && (
        <div className="card mt-4">
          <ConnectPrompt
            texts={{ prompt: t('voting.connect'), connect: t('wallet.connect'), connecting: t('wallet.connecting') }}
            connecting={status === 'connecting'}
          />
        </div>
      )}
      {data?.proposals.length === 0 && <p className="card mt-4">{t('voting.none')}</p>}
      {data === undefined && error === undefined && <p className="card loading mt-4">{t('site.loading')}</p>}
      {data?.proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          account={isConnected ? account : null}
          own={own?.find(({ proposalId }) => proposalId === proposal.id)}
        />
      ))}
    </Settled>
  );
}
