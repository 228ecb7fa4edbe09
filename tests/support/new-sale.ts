import { type ApiStack, openStack } from './api-stack.ts';
import { sqlitePlace } from './each-engine.ts';
import type { TestChains } from './test-chains.ts';

/** An instance on an embedded database of its own, whose sale begins with the next block; closing it drops both. */
export async function openNewSale(chains: TestChains): Promise<ApiStack> {
  const place = await sqlitePlace();
  const stack = await openStack({ chains, location: place.location });
  const close = async () => {
    await stack.close();
    await place.drop();
  };
  return { ...stack, close };
}
