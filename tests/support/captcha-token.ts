import type { FastifyInstance } from 'fastify';
import type { CaptchaStatus } from '#src/contract/airdrop.ts';
import { answerOf, newQuestion, solveWork, sumToken } from '#src/lib/airdrop/human-check.ts';

/** A session's state of the human check. */
export async function captchaStatus(app: FastifyInstance, cookie: string, wallet: string): Promise<CaptchaStatus> {
  const answer = await app.inject({
    url: `/api/airdrop/captcha-status?wallet=${wallet}`,
    headers: { host: 'localhost:4321', ...(cookie === '' ? {} : { cookie }) },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** The token of a session that answers its challenge correctly; null if it has none. */
export async function captchaToken(app: FastifyInstance, cookie: string, wallet: string): Promise<string | null> {
  const { challenge } = await captchaStatus(app, cookie, wallet);
  if (challenge === undefined) return null;
  const question = newQuestion(Math.random);
  return sumToken({
    challenge,
    wallet,
    question,
    answer: answerOf(question),
    nonces: solveWork(challenge, wallet, 'sum'),
  });
}
