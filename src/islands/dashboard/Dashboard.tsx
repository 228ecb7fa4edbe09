import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import { useHydrated } from '#src/components/ui/use-hydrated.ts';
import type { DashboardProps } from './dashboard-props.ts';
import { LiveDashboard } from './LiveDashboard.tsx';

/** The dashboard (decision 47); the built page has the loading text in its place. */
export function Dashboard(props: DashboardProps) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={props.texts}>
      {hydrated ? <LiveDashboard {...props} /> : <Loading text={props.texts['site.loading']} />}
    </ErrorBoundary>
  );
}
