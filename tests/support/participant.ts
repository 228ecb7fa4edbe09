import type { LightMyRequestResponse } from 'fastify';
import { captchaToken } from './captcha-token.ts';
import type { HttpApp } from './http-app.ts';
import { newVisitor, type Visitor } from './wallet-session.ts';

/** A visitor whose wallet is connected and proven, and who solves the puzzle when asked. */
export interface ParticipantVisitor extends Visitor {
  mission(missionType: string, data?: object): Promise<LightMyRequestResponse>;
  checkIn(): Promise<LightMyRequestResponse>;
  read(path: string): Promise<Record<string, unknown>>;
}

/** A participant with a fresh wallet. */
export async function newParticipant({ app, clock }: Pick<HttpApp, 'app' | 'clock'>): Promise<ParticipantVisitor> {
  const visitor = newVisitor(app, () => clock.now);
  await visitor.connect();
  const proof = await visitor.prove();
  if (proof.statusCode !== 200) throw new Error(proof.body);
  const token = () => captchaToken(app, visitor.cookie, visitor.wallet);
  return Object.assign(visitor, {
    mission: async (missionType: string, data?: object) =>
      visitor.post('/api/airdrop/mission', {
        ...{ walletAddress: visitor.wallet, missionType, captchaToken: await token(), skipCaptcha: false },
        ...(data === undefined ? {} : { data }),
      }),
    checkIn: async () =>
      visitor.post('/api/airdrop/checkin', { walletAddress: visitor.wallet, captchaToken: await token() }),
    read: async (path: string) => {
      const answer = await visitor.get(`${path}/${visitor.wallet}`);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json();
    },
  });
}

/** The channels of a project, as an operator sets them. */
export const CHANNELS = {
  PUBLIC_X_URL: 'https://x.com/kiln',
  PUBLIC_COMMUNITY_URL: 'https://chat.example/kiln',
  PUBLIC_CHANNEL_URL: 'https://channel.example/kiln',
  PUBLIC_YOUTUBE_URL: 'https://www.youtube.com/@kiln',
  PUBLIC_YOUTUBE_VIDEO_URL: 'https://www.youtube.com/watch?v=abcdefghijk',
  PUBLIC_X_POST_URL: 'https://x.com/kiln/status/1',
} as const;
