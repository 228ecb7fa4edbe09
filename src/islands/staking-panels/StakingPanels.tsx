import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import { useHydrated } from '#src/components/ui/use-hydrated.ts';
import { LivePanels } from './LivePanels.tsx';
import type { PanelsProps } from './panels-props.ts';

/** The four staking panels; the built page has the loading text in their place. */
export function StakingPanels(props: PanelsProps) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={props.texts}>
      {hydrated ? <LivePanels {...props} /> : <Loading text={props.texts['site.loading']} />}
    </ErrorBoundary>
  );
}
