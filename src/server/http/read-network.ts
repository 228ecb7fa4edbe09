import type { FastifyRequest } from 'fastify';
import { networkHash, networkOf } from '../airdrop/networks.ts';
import type { Engine } from '../context/engine.ts';

/** All addresses that name nobody outside, as one network. */
const UNNAMED = 'unnamed';

/**
 * The network of a request, hashed, with the places it has. Where visitors of real chains seem to come from inside, the
 * proxy in front is not named: they share one network's places then, and an alarm says so.
 */
export async function readNetwork(
  engine: Engine,
  request: FastifyRequest,
): Promise<{ readonly hash: string | null; readonly places: number }> {
  const { db, env, alarms } = engine;
  if (!env.rehearsal && networkOf(request.ip) === null)
    await alarms.raise('unnamed-network', 'airdrop', 'visitors come from inside addresses: TRUST_PROXY names no proxy');
  const hash = await networkHash(db, request.ip, engine.now(), env.rehearsal ? null : UNNAMED);
  return { hash, places: engine.env.WALLETS_PER_NETWORK };
}
