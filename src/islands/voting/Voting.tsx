import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import { useHydrated } from '#src/components/ui/use-hydrated.ts';
import { LiveVoting } from './LiveVoting.tsx';
import type { VotingProps } from './voting-props.ts';

/** Proposals, votes and results (decision 48); the built page says who may vote and has the loading text. */
export function Voting(props: VotingProps) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={props.texts}>
      <p className="lead">{props.texts['voting.eligible']}</p>
      {hydrated ? (
        <Page given={props}>
          <LiveVoting />
        </Page>
      ) : (
        <Loading text={props.texts['site.loading']} />
      )}
    </ErrorBoundary>
  );
}
