import { Island } from '#src/components/ui/page.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import type { DashboardProps } from './dashboard-props.ts';
import { LiveDashboard } from './LiveDashboard.tsx';

/** The dashboard (decision 47); the built page has the loading text in its place. */
export function Dashboard(props: DashboardProps) {
  return (
    <Island given={props} loading={<Loading text={props.texts['site.loading']} />}>
      <LiveDashboard />
    </Island>
  );
}
