import { useStore } from '@nanostores/react';
import type { Participant } from '#src/contract/airdrop.ts';
import { $retweetStatus, $shareStatus, $videoStatus, $xStatus, $youtubeStatus } from '#src/stores/airdrop.ts';
import type { Statuses } from './mission-state.ts';

/** The server's state of each submission of the connected wallet, and its YouTube name. */
export function useStatuses(participant: Participant | undefined) {
  const x = useStore($xStatus).data;
  const share = useStore($shareStatus).data;
  const retweet = useStore($retweetStatus).data;
  const youtube = useStore($youtubeStatus).data;
  const video = useStore($videoStatus).data;
  const own = participant !== undefined;
  const statuses: Statuses = {
    xFollow: own ? x?.submission : undefined,
    socialShare: own ? share?.submission : undefined,
    retweet: own ? retweet?.submission : undefined,
    createVideo: own ? video?.submission : undefined,
    youtubeSubscribe: own ? youtube?.status.subscribe.submission : undefined,
    youtubeEngage: own ? youtube?.status.engage.submission : undefined,
  };
  const names = {
    youtubeSubscribe: youtube?.status.subscribe.youtubeUsername ?? null,
    youtubeEngage: youtube?.status.engage.youtubeUsername ?? null,
  };
  return { statuses, names };
}
