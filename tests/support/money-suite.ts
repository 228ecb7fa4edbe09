import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { type ApiStack, openStack, type StackOptions } from './api-stack.ts';
import { eachEngine, type Place, sizedEngines } from './each-engine.ts';
import { IS_FULL } from './sized.ts';
import { startTestChains, type TestChains } from './test-chains.ts';

/** The subjects of one engine's tests; valid while they run. */
export interface MoneySuite {
  readonly stack: ApiStack;
  readonly chains: TestChains;
  readonly place: Place;
}

type MoneyTests = (suite: () => MoneySuite, engine: Place['engine']) => void;

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
  let chains: TestChains | undefined;
  beforeAll(async () => {
    chains = await startTestChains();
  });
  afterAll(() => chains?.stop());
  engines(title, (open, engine) => {
    let suite: MoneySuite | undefined;
    beforeAll(async () => {
      if (chains === undefined) throw new Error('the chains did not start');
      const place = await open();
      const stack = await openStack({ ...options, chains, location: place.location });
      suite = { stack, chains, place };
      await stack.pass();
    });
    afterAll(async () => {
      if (suite === undefined) return;
      const broken = await checkLedger(suite.stack.context.db);
      await suite.stack.close();
      await suite.place.drop();
      expect(broken).toEqual([]);
    });
    tests(() => {
      if (suite === undefined) throw new Error('the instance did not open');
      return suite;
    }, engine);
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
export async function outcome({ stack, chains }: MoneySuite, chainId: ChainId, wallet: string, hash: string) {
  await stack.post(wallet, hash, { chainId });
  await chains.confirm(chainId, hash, 6);
  await stack.pass([chainId]);
  const { status, reason, tokensAllocated } = await stack.post(wallet, hash, { chainId });
  const { availableToStake } = await stack.balance(wallet);
  return { status, reason, tokens: status === 'credited' ? tokensAllocated : null, balance: availableToStake };
}

/** The result of outcome() if nothing was credited. */
export function nothing(status: string, reason: string | null) {
  return { status, reason, tokens: null, balance: '0' };
}
