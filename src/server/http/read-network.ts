import type { FastifyRequest } from 'fastify';
import { networkHash } from '#src/server/community/airdrop/networks.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { networkOf } from '#src/server/platform/util/network-of.ts';

/** Stands for all private addresses together. */
const UNNAMED = 'unnamed';

/** The hashed network of a request, with its places. On real chains a private address raises an alarm. */
export async function readNetwork(
  context: AppContext,
  request: FastifyRequest,
): Promise<{ readonly hash: string | null; readonly places: number }> {
  const { db, env, alarms } = context;
  if (!env.rehearsal && networkOf(request.ip) === null)
    await alarms.raise('unnamed-network', 'airdrop', 'visitors come from inside addresses: TRUST_PROXY names no proxy');
  const hash = await networkHash(db, request.ip, context.now(), env.rehearsal ? null : UNNAMED);
  return { hash, places: context.env.WALLETS_PER_NETWORK };
}
