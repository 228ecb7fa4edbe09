import { Island } from '#src/components/ui/page.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import { LivePanels } from './LivePanels.tsx';
import type { PanelsProps } from './panels-props.ts';

/** The four staking panels; the built page has the loading text in their place. */
export function StakingPanels(props: PanelsProps) {
  return (
    <Island given={props} loading={<Loading text={props.texts['site.loading']} />}>
      <LivePanels />
    </Island>
  );
}
