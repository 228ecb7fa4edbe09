import type { FastifyRequest } from 'fastify';
import { networkHash } from '../airdrop/networks.ts';
import type { Engine } from '../context/engine.ts';

/** The network of a request, hashed, with the places it has. */
export async function readNetwork(
  engine: Engine,
  request: FastifyRequest,
): Promise<{ readonly hash: string | null; readonly places: number }> {
  const hash = await networkHash(engine.db, request.ip, engine.now());
  return { hash, places: engine.env.WALLETS_PER_NETWORK };
}
