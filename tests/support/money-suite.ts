import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { type ApiStack, openStack, type StackOptions } from './api-stack.ts';
import { eachEngine, type Place, sizedEngines } from './each-engine.ts';
import { onceForAll } from './opened.ts';
import { IS_FULL } from './sized.ts';
import { startTestChains, type TestChains } from './test-chains.ts';

/** The subjects of one engine's tests; empty until they run. */
export interface MoneySuite {
  readonly stack: ApiStack;
  readonly chains: TestChains;
  readonly place: Place;
  /** Gives a transaction its six confirmations, or so many, and lets the watcher look at its chain. */
  confirm(chainId: ChainId, hash: string, confirmations?: number): Promise<void>;
  /** Makes all blocks of a chain final, in steps: a local chain prunes old balances. */
  finalise(chainId: ChainId): Promise<void>;
}

type MoneyTests = (suite: MoneySuite, engine: Place['engine']) => void;

/**
 * Declares tests on both engines over one set of chains, each engine with one instance that has read its chains once.
 * After each engine's tests the books must be sound.
 */
export function moneySuite(title: string, tests: MoneyTests, options: Partial<StackOptions> = {}): void {
  declareSuite(eachEngine, title, tests, options);
}

/** The same, which the embedded database plays in a full run only: see sizedEngines(). */
export function sizedMoneySuite(title: string, tests: MoneyTests, options: Partial<StackOptions> = {}): void {
  declareSuite(sizedEngines, title, tests, options);
}

function declareSuite(
  engines: typeof eachEngine,
  title: string,
  tests: MoneyTests,
  options: Partial<StackOptions>,
): void {
  const chains = onceForAll(startTestChains);
  engines(title, (open, engine) => {
    const [stack, place] = [{} as ApiStack, {} as Place];
    beforeAll(async () => {
      Object.assign(place, await open());
      Object.assign(stack, await openStack({ ...options, chains, location: place.location }));
      await stack.pass();
    });
    afterAll(async () => {
      if (!('context' in stack)) return;
      const broken = await checkLedger(stack.context.db);
      await stack.close();
      expect(broken).toEqual([]);
    });
    const confirm = async (chainId: ChainId, hash: string, confirmations = 6) => {
      await chains.confirm(chainId, hash, confirmations);
      await stack.pass([chainId]);
    };
    const finalise = async (chainId: ChainId) => {
      for (let step = 0; step < 4; step += 1) {
        await chains.mine(chainId, 20);
        await stack.pass([chainId]);
      }
    };
    tests({ stack, chains, place, confirm, finalise }, engine);
  });
}

/** Declares cases that are alike on every chain: all of them in a full run, otherwise each on one chain, in turn. */
export function onChainInTurn(chainId: ChainId): (title: string, run: () => Promise<void>) => void {
  let cases = 0;
  return (title, run) => {
    if (CHAIN_IDS[cases++ % CHAIN_IDS.length] === chainId || IS_FULL) test(title, run);
  };
}

/** Gives a transaction its six confirmations, lets the watcher look, and returns the poster's answer. */
export async function outcome({ stack, confirm }: MoneySuite, chainId: ChainId, wallet: string, hash: string) {
  await stack.post(wallet, hash, { chainId });
  await confirm(chainId, hash);
  const { status, reason, tokensAllocated } = await stack.post(wallet, hash, { chainId });
  const { availableToStake } = await stack.balance(wallet);
  return { status, reason, tokens: status === 'credited' ? tokensAllocated : null, balance: availableToStake };
}

/** The result of outcome() if nothing was credited. */
export function nothing(status: string, reason: string | null) {
  return { status, reason, tokens: null, balance: '0' };
}
