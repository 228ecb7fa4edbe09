import { Island } from '#src/components/ui/page.tsx';
import { Loading } from '#src/components/ui/Settled.tsx';
import type { AirdropProps } from './airdrop-props.ts';
import { LiveAirdrop } from './LiveAirdrop.tsx';

/** Points, missions and leaderboard; the built page has the loading text in their place. */
export function AirdropDashboard(props: AirdropProps) {
  return (
    <Island given={props} loading={<Loading text={props.loading} />}>
      <LiveAirdrop />
    </Island>
  );
}
