import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import { useHydrated } from '#src/components/ui/use-hydrated.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { LiveAirdrop } from './LiveAirdrop.tsx';

interface Props extends AirdropProps {
  readonly loading: string;
}

/** Points, missions and leaderboard; the built page has the loading text in their place. */
export function AirdropDashboard({ loading, ...props }: Props) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={props.texts}>
      {hydrated ? <LiveAirdrop {...props} loading={loading} /> : <Loading text={loading} />}
    </ErrorBoundary>
  );
}
