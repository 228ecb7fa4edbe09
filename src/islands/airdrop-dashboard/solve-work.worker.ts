import { type Challenge, type HumanToken, solveWork } from '#src/lib/airdrop/human-check.ts';

export interface WorkOrder {
  readonly challenge: Challenge;
  readonly wallet: string;
  readonly kind: HumanToken['kind'];
}

addEventListener('message', ({ data }: MessageEvent<WorkOrder>) => {
  postMessage(solveWork(data.challenge, data.wallet, data.kind));
});
