import type { ChainId } from '#src/config/chains.ts';

export interface ChainAddress {
  readonly chainId: ChainId;
  readonly rpcUrl: string;
}

/** Addresses of the tests' servers. */
export interface StackAddress {
  readonly url: string;
  readonly chains: readonly ChainAddress[];
}

let told: StackAddress | null = null;

/** Tells the tests of this process where everything is. */
export function tellStack({ url, chains }: StackAddress): void {
  told = { url, chains };
}

/** Where everything is; throws if nothing was started. */
export function stackAddress(): StackAddress {
  if (told === null) throw new Error('the site and its chains were not started');
  return told;
}
