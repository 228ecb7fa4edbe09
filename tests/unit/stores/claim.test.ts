import { expect, test, vi } from 'vitest';
import { CLAIMED_EVENT } from '#src/chain/read-claims.ts';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { FakeProvider } from '#tests/unit/wallet/fake-provider.ts';
import {
  endPage,
  fillStorage,
  hearOnlyWhenShown,
  leavePage,
  pageForEach,
  reloadStubPage,
  shareStorage,
  stubPage,
} from './stub-page.ts';

const DISTRIBUTOR = { chainId: 56, claims: `0x${'cc'.repeat(20)}`, token: `0x${'dd'.repeat(20)}` } as const;
const ACCOUNT = `0x${'11'.repeat(20)}`;
const OTHER = `0x${'22'.repeat(20)}`;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const word = (text: string) => `0x${text.slice(2).padStart(64, '0')}`;
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const run = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const REJECTED = new ProviderError(4001, 'User rejected the request');
const FAILED = new ProviderError(-32603, 'Internal JSON-RPC error.');

interface Sent {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly nonce: number;
  readonly minedAt: number;
  readonly succeeds: boolean;
  /** Who gets what the contract owes the account; null if it is no claim. */
  readonly receiver: string | null;
}

/** The claim chain as a wallet's node shows it: a block each second, and 100 base units for each claim. */
class ClaimChain {
  readonly provider = new FakeProvider();
  /** The node shows, and counts, only what is in a block. */
  isPoolBlind = false;
  /** How long each answer takes, in milliseconds. */
  answerMs = 0;
  readonly #sent: Sent[] = [];
  readonly #opened = performance.now();
  #hashes = 0;

  constructor() {
    const answers: Record<string, (...params: never[]) => unknown> = {
      eth_getTransactionCount: (_: string, at: string) => hex(this.#nonce(at === 'pending', this.#timeOf(at))),
      eth_blockNumber: () => hex(this.head()),
      eth_call: (_: unknown, at: string) => word(hex(this.claimed(this.#timeOf(at)))),
      eth_getTransactionByHash: (hash: string) => this.#transaction(hash),
      eth_getTransactionReceipt: (hash: string) => this.#receipt(hash),
      eth_getBlockByNumber: (number: string) => ({ hash: word(number), timestamp: '0x1', number }),
      eth_getLogs: () =>
        this.#mined().flatMap(({ hash, receiver }) => (receiver === null ? [] : [{ transactionHash: hash }])),
    };
    this.provider.set('eth_accounts', () => [ACCOUNT]);
    this.provider.set('eth_chainId', '0x38');
    for (const [method, answer] of Object.entries(answers))
      this.provider.set(method, async (...params: never[]) => {
        const known = answer(...params);
        if (this.answerMs > 0) await new Promise((resolve) => setTimeout(resolve, this.answerMs));
        return known;
      });
  }

  now(): number {
    return performance.now() - this.#opened;
  }

  head(): number {
    return 100 + Math.floor(this.now() / 1_000);
  }

  claimed(at = this.now()): bigint {
    return BigInt(this.#mined(at).filter(({ receiver }) => receiver !== null).length * 100);
  }

  /** The last moment of a block, as a node knows it. */
  #timeOf(block: string): number {
    if (!block.startsWith('0x')) return this.now();
    if (Number(block) > this.head()) throw new ProviderError(-32_000, 'header not found');
    return Math.min(this.now(), (Number(block) - 100) * 1_000 + 999);
  }

  newHash(): string {
    this.#hashes += 1;
    return word(hex(0xabcd00 + this.#hashes));
  }

  /** A claim of the account, mined after three seconds, unless `more` says otherwise. */
  send(more: Partial<Sent> = {}): Sent {
    const nonce = Math.max(5, ...this.#own().map((each) => each.nonce + 1));
    const sent: Sent = {
      ...{ hash: this.newHash(), from: ACCOUNT, to: DISTRIBUTOR.claims, nonce, minedAt: this.now() + 3_000 },
      ...{ succeeds: true, receiver: ACCOUNT },
      ...more,
    };
    this.#sent.push(sent);
    return sent;
  }

  #own(): readonly Sent[] {
    return this.#sent.filter(({ from }) => from === ACCOUNT);
  }

  #mined(at = this.now()): readonly Sent[] {
    return this.#sent.filter(({ minedAt }) => minedAt <= at);
  }

  #nonce(isPending: boolean, at: number): number {
    const counted = this.#own().filter(({ minedAt }) => minedAt <= at || (isPending && !this.isPoolBlind));
    return Math.max(5, ...counted.map(({ nonce }) => nonce + 1));
  }

  #transaction(hash: string) {
    const its = (this.isPoolBlind ? this.#mined() : this.#sent).find((each) => each.hash === hash);
    return its === undefined ? null : { ...its, nonce: hex(its.nonce), value: '0x0', input: '0x' };
  }

  #receipt(hash: string) {
    const its = this.#mined().find((each) => each.hash === hash);
    if (its === undefined) return null;
    const { receiver, minedAt, succeeds } = its;
    const blockNumber = hex(100 + Math.floor(minedAt / 1_000));
    const topics = [CLAIMED_EVENT, word(ACCOUNT), word(receiver ?? '0x')];
    const logs = receiver === null ? [] : [{ address: DISTRIBUTOR.claims, topics, data: word('0x64') }];
    return { transactionHash: hash, blockNumber, blockHash: word(blockNumber), status: hex(succeeds ? 1 : 0), logs };
  }
}

const page = pageForEach();

/** The page of the claim with a connected wallet. */
async function open(chain = new ClaimChain()) {
  const { $claims, askForClaim } = await import('#src/stores/claim.ts');
  const { keptClaims } = await import('#src/stores/claim-requests.ts');
  const { replaceConnection } = await import('#src/stores/current-connection.ts');
  const { $wallet } = await import('#src/stores/wallet-state.ts');
  const { claimWallet } = await import('#src/scripts/tools/claim/claim-wallet.ts');
  $wallet.set({ ...$wallet.get(), isConnected: true, account: ACCOUNT as never, walletChainId: 56 });
  replaceConnection({ provider: chain.provider } as never);
  const told: (string | undefined)[] = [];
  $claims.listen((now) => told.push(now[ACCOUNT]?.kind));
  const nothing = () => undefined;
  const wallet = claimWallet(DISTRIBUTOR, {
    ...{ node: chain.provider, switchChain: async () => undefined },
    ...{ changed: nothing, settled: nothing, connected: nothing },
  });
  return {
    ...{ chain, told },
    /** Asks the wallet, which answers so. */
    ask(answer: unknown): void {
      chain.provider.set('eth_sendTransaction', answer);
      const { claims: to } = DISTRIBUTOR;
      const asked = { from: ACCOUNT, to, value: '0x0', data: '0x', gas: '0x1', chainId: '0x38' } as const;
      void askForClaim(asked, { claimed: chain.claimed(), block: BigInt(chain.head()) });
    },
    /** What the page says, with so much unlocked. */
    says(opened = 100n) {
      const entry = { total: 10_000n, claimed: chain.claimed(), opened, later: 0n };
      const reading = { address: ACCOUNT, facts: { entry } } as never;
      return [wallet.claimFacts(reading), wallet.answerOf(reading)];
    },
    kept: () => keptClaims()[ACCOUNT],
    /** What ends the wait for the wallet, if the page offers that. */
    stop: () => wallet.stopOf({ address: ACCOUNT, facts: { entry: null } } as never),
  };
}

test('a hash that no node shows is called a claim for two minutes, and the claim is offered again', async () => {
  const { chain, ask, says } = await open();
  ask(() => chain.newHash());
  await run(100_000);
  expect(says()).toEqual(['sent', null]);
  await run(40_000);
  expect(says()).toEqual([null, 'unknown']);
});

test('a claim that a Safe names by its own hash, and whose last owner signs after two days, is never cancelled', {
  tags: 'long',
}, async () => {
  const { chain, ask, says, told } = await open();
  ask(() => chain.newHash());
  await run(2 * DAY);
  expect(says()).toEqual([null, 'unknown']);
  chain.send({ from: OTHER, to: OTHER });
  await run(60_000);
  expect(says()).toEqual([null, null]);
  expect(told).not.toContain('cancelled');
});

test.each([-32_001, -32_002])(
  'a wallet that answers %i to a claim has another request open: the page waits as before',
  async (code) => {
    const { ask, says, chain } = await open();
    const { $toasts } = await import('#src/stores/toasts.ts');
    ask(new ProviderError(code, 'Request already pending'));
    await run(119_000);
    expect($toasts.get()).toMatchObject([{ key: 'answerWallet', variant: 'default' }]);
    expect(says()).toEqual([null, 'waiting']);
    await run(2_000);
    expect(says()).toEqual([null, 'unknown']);
    expect(chain.provider.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  },
);

test.each([
  ['does not answer', new Promise(() => undefined)],
  ['has another request open', new ProviderError(-32_002, 'Request already pending')],
])('a visitor can wait no longer for a wallet that %s: the claim is shown if it is sent', async (_, answer) => {
  const { chain, ask, says, stop, kept, told } = await open();
  ask(answer);
  await run(10_000);
  expect(says()).toEqual([null, 'waiting']);
  stop()?.();
  await run(0);
  expect([says(), stop(), kept()?.hash]).toEqual([[null, 'unknown'], null, null]);
  await run(150_000);
  expect(says()).toEqual([null, 'unknown']);
  chain.send();
  await run(30_000);
  expect([says(200n), told.at(-1), kept()]).toEqual([[null, null], 'done', undefined]);
});

test('there is nothing to stop before the wallet was asked for the claim', async () => {
  const { chain, ask, says, stop } = await open();
  chain.answerMs = 5_000;
  ask(new Promise(() => undefined));
  await run(4_000);
  expect([says(), stop()]).toEqual([[null, 'waiting'], null]);
  await run(20_000);
  expect([says(), stop()]).toEqual([[null, 'waiting'], expect.any(Function)]);
});

/** Asks for a claim whose hash no node shows until `then`, and for another while a look at the first is under way. */
async function askDuringLook(answer: unknown, then: (chain: ClaimChain, hash: string) => void = () => undefined) {
  const opened = await open();
  const { chain, ask, told } = opened;
  const hash = chain.newHash();
  ask(() => hash);
  await run(150_000);
  const looks = told.length;
  while (told.length === looks) await run(100);
  chain.answerMs = 2_000;
  await run(16_500);
  then(chain, hash);
  await run(1_500);
  ask(answer);
  return opened;
}

test('a look that calls an earlier claim unknown while the next one is prepared does not end the wait for that one', async () => {
  const { says, stop } = await askDuringLook(() => new Promise((_, fail) => setTimeout(fail, 40_000, REJECTED)));
  await run(20_000);
  expect([says(), stop()]).toEqual([[null, 'waiting'], expect.any(Function)]);
  await run(40_000);
  expect(says()).toEqual([null, 'refused']);
});

test('an earlier claim that a node shows while the next one is prepared is not asked for again', async () => {
  const { chain, says } = await askDuringLook(new Promise(() => undefined), (its, hash) =>
    its.send({ hash, minedAt: Number.POSITIVE_INFINITY }),
  );
  await run(20_000);
  expect(says()).toEqual(['sent', null]);
  expect(chain.provider.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
});

test('a claim that such a wallet has sent all the same is shown', async () => {
  const { ask, says, chain } = await open();
  ask(() => {
    chain.send();
    throw new ProviderError(-32_002, 'Request already pending');
  });
  await run(30_000);
  expect(says()).toEqual([null, null]);
});

test('(S34) while the wallet is asked to list the token the page says so, for two minutes, unless the visitor gives it up', async () => {
  const { chain } = await open();
  const { showToken } = await import('#src/stores/claim.ts');
  const { $openQuestion } = await import('#src/stores/ask-wallet.ts');
  chain.provider.set('wallet_watchAsset', new Promise(() => undefined));
  const silent = showToken(DISTRIBUTOR);
  await run(119_900);
  expect($openQuestion.get()?.what).toBe('list');
  await run(100);
  await silent;
  const shown = showToken(DISTRIBUTOR);
  $openQuestion.get()?.cancel();
  await shown;
  chain.provider.set('wallet_watchAsset', new ProviderError(-32_002, 'Request already pending'));
  const again = showToken(DISTRIBUTOR);
  await run(10_000);
  expect($openQuestion.get()?.what).toBe('list');
  chain.provider.set('wallet_watchAsset', true);
  await run(3_000);
  await again;
  expect($openQuestion.get()).toBeNull();
});

test.each(['a refusal', 'no answer'])('%s after the claim was paid says nothing any more', async (how) => {
  const { chain, ask, says } = await open();
  ask(() => {
    chain.send();
    return new Promise((_, fail) => how === 'a refusal' && setTimeout(fail, 30_000, REJECTED));
  });
  await run(200_000);
  expect(says()).toEqual([null, null]);
});

test('what was said of a claim is not said once the contract has paid, though nobody follows it any more', async () => {
  const { chain, ask, says, kept } = await open();
  ask(REJECTED);
  await run(10);
  expect(says()).toEqual([null, 'refused']);
  await run(DAY + 60_000);
  expect([says(), kept()]).toEqual([[null, 'refused'], undefined]);
  chain.send();
  await run(10_000);
  expect(says(200n)).toEqual([null, null]);
});

test('another transaction that the node did not count does not cancel the claim behind it', async () => {
  const { chain, ask, says, told } = await open();
  chain.isPoolBlind = true;
  chain.send({ to: OTHER, receiver: null, minedAt: chain.now() + 20_000 });
  ask(() => chain.send({ minedAt: chain.now() + 90_000 }).hash);
  await run(60_000);
  expect(says()).toEqual(['sent', null]);
  await run(120_000);
  expect(says()).toEqual([null, null]);
  expect(told).not.toContain('cancelled');
});

test('a claim that the node has shown is cancelled by the transaction that takes its own nonce', async () => {
  const { chain, ask, says } = await open();
  const held = { minedAt: Number.POSITIVE_INFINITY };
  ask(() => chain.send(held).hash);
  await run(15_000);
  expect(says()).toEqual(['sent', null]);
  chain.isPoolBlind = true;
  chain.send({ to: ACCOUNT, receiver: null, nonce: 5 });
  await run(10_000);
  expect(says()).toEqual([null, 'cancelled']);
});

test.each([DAY, -DAY])('a visitor’s clock that is set by %i ms does not end a claim', async (ms) => {
  const { chain, ask, says, kept } = await open();
  ask(() => chain.send({ minedAt: chain.now() + 100_000 }).hash);
  await run(20_000);
  vi.setSystemTime(Date.now() + 2 * ms);
  await run(60_000);
  expect([says(), kept()?.hash]).toEqual([['sent', null], expect.any(String)]);
  await run(60_000);
  expect([says(), kept()]).toEqual([[null, null], undefined]);
});

test('a claim is followed where the storage is full', async () => {
  const { chain, ask, says, kept, told } = await open();
  fillStorage(page);
  ask(() => chain.send().hash);
  await run(60_000);
  expect([says(150n), kept()]).toEqual([[null, null], undefined]);
  expect(told.at(-1)).toBe('done');
});

test.each([
  ['failed, and for another site', { to: OTHER, receiver: null, succeeds: false }],
  ['for another site', { to: OTHER, receiver: null }],
  ['an older claim', {}],
])('another transaction that the wallet names is not its claim: %s', async (_, older) => {
  const { chain, ask, says, told } = await open();
  const { hash } = chain.send({ ...older, minedAt: chain.now() - 60_000 });
  ask(() => {
    chain.send({ minedAt: chain.now() + 30_000 });
    return hash;
  });
  await run(20_000);
  expect(says(200n)).toEqual([null, 'unknown']);
  await run(60_000);
  expect([says(300n), told.at(-1)]).toEqual([[null, null], 'done']);
});

test('a claim to another receiver is its account’s own, whoever sends its transaction', async () => {
  const { chain, ask, says, told } = await open();
  ask(() => {
    chain.send({ from: OTHER, to: OTHER, receiver: OTHER });
    return chain.newHash();
  });
  await run(60_000);
  expect(says()).toEqual([null, null]);
  expect([told.includes('first'), told.at(-1)]).toEqual([false, 'done']);
});

test('while the counter cannot be read, a failed claim is not called so: another one can have paid', async () => {
  const { chain, ask, says, told } = await open();
  ask(() => {
    chain.send({ from: OTHER, minedAt: chain.now() + 1_000 });
    return chain.send({ receiver: null, succeeds: false, minedAt: chain.now() + 2_000 }).hash;
  });
  const answer = () => word(hex(chain.claimed()));
  chain.provider.set('eth_call', new ProviderError(-32603, 'busy'));
  await run(30_000);
  expect(told).not.toContain('failed');
  chain.provider.set('eth_call', answer);
  await run(60_000);
  expect(says()).toEqual(['first', null]);
  expect(told).not.toContain('failed');
});

test('a second claim is not taken for the first one that is looked at while the wallet is asked', async () => {
  const { chain, ask, told, kept } = await open();
  ask(REJECTED);
  await run(10);
  chain.answerMs = 4_000;
  chain.send({ to: OTHER, receiver: null, minedAt: chain.now() + 15_000 });
  await run(16_000);
  ask(() => new Promise(() => undefined));
  await run(4_500);
  const second = kept();
  expect(second).toMatchObject({ nonce: 6, hash: null });
  await run(30_000);
  expect(kept()).toBe(second);
  expect(told.at(-1)).toBe('waiting');
});

test('a wallet whose node never tells the nonce is asked all the same', async () => {
  const { chain, ask, told } = await open();
  chain.provider.set('eth_getTransactionCount', () => new Promise(() => undefined));
  ask(() => chain.send().hash);
  await run(60_000);
  expect(told.at(-1)).toBe('done');
});

/** Answers some methods so many milliseconds behind the others, as a pool of nodes does, or one between two blocks. */
function behind(chain: ClaimChain, ms: Readonly<Record<string, number>>) {
  const answer = chain.provider.request.bind(chain.provider);
  chain.provider.request = (call) => {
    const at = chain.now() - (ms[call.method] ?? 0);
    Object.assign(chain, { now: () => at });
    try {
      return answer(call);
    } finally {
      Reflect.deleteProperty(chain, 'now');
    }
  };
}

test('a paid claim is not called cancelled because the nonce was read a moment after the rest', async () => {
  const { chain, ask, told } = await open();
  // One look a second and a half: its block comes between two of the answers of one look.
  behind(chain, { eth_call: 1_600, eth_getTransactionReceipt: 1_600, eth_getLogs: 1_600 });
  ask(() => chain.send({ minedAt: chain.now() + 14_000 }).hash);
  await run(60_000);
  expect(told.at(-1)).toBe('done');
  expect(told).not.toContain('cancelled');
});

test('a failed claim is not said to leave its tokens in the contract while the counter is read from before', async () => {
  const { chain, ask, told } = await open();
  behind(chain, { eth_call: 2_000 });
  ask(() => {
    chain.send({ from: OTHER, minedAt: chain.now() + 14_000 });
    return chain.send({ receiver: null, succeeds: false, minedAt: chain.now() + 14_001 }).hash;
  });
  await run(60_000);
  expect(told.at(-1)).toBe('first');
  expect(told).not.toContain('failed');
});

test('what a claim sends elsewhere is not said to have been sent to its own address', async () => {
  const { chain, ask, told } = await open();
  behind(chain, { eth_getLogs: 4_000, eth_getTransactionCount: 1_600, eth_getTransactionReceipt: 1_600 });
  ask(() => chain.send({ receiver: OTHER }).hash);
  await run(60_000);
  expect(told.at(-1)).toBe('done');
  expect(told).not.toContain('first');
});

test('the late hash of a claim that is done does not take the place of the next request', async () => {
  const { chain, ask, says, kept } = await open();
  const { promise, resolve: name } = Promise.withResolvers<void>();
  ask(() => {
    const { hash } = chain.send();
    return promise.then(() => hash);
  });
  await run(20_000);
  expect(kept()).toBeUndefined();
  ask(() => new Promise(() => undefined));
  await run(2_000);
  name();
  await run(20_000);
  expect(kept()).toMatchObject({ before: '100', hash: null });
  expect(says(200n)).toEqual([null, 'waiting']);
});

test('a source of logs that names an older claim does not keep a paid claim “sent” for good', async () => {
  const { chain, ask, says } = await open();
  const older = chain.send({ minedAt: chain.now() - 60_000 });
  chain.provider.set('eth_getLogs', () => [{ transactionHash: older.hash }]);
  ask(() => {
    chain.send();
    throw FAILED;
  });
  await run(10 * 60_000);
  expect(says(300n)).toEqual([null, null]);
});

test('two tabs whose nodes tell different things do not ask them without a pause', async () => {
  shareStorage(page);
  const first = await open();
  const { chain } = first;
  chain.answerMs = 100;
  first.ask(() => chain.send({ receiver: null, succeeds: false, minedAt: chain.now() + 15_000 }).hash);
  await run(5_000);
  const { replaceConnection } = await import('#src/stores/current-connection.ts');
  const at = chain.now();
  // The node of the first tab's wallet stands still from now on.
  const request: typeof chain.provider.request = (call) => {
    Object.assign(chain, { now: () => at });
    try {
      return chain.provider.request(call);
    } finally {
      Reflect.deleteProperty(chain, 'now');
    }
  };
  replaceConnection({ provider: { request } } as never);
  reloadStubPage(page);
  await open(chain);
  await run(20_000);
  const before = chain.provider.calls.length;
  await run(60_000);
  expect(chain.provider.calls.length - before).toBeLessThan(600);
});

test('a claim that the wallet still has is not forgotten once a computer that slept knows the time', async () => {
  const { ask, kept } = await open();
  const { noteServerTime } = await import('#src/client/server-time.ts');
  const answerAt = (at: number) => noteServerTime(new Response('', { headers: { Date: new Date(at).toUTCString() } }));
  const now = Date.now();
  answerAt(now);
  ask(() => new Promise(() => undefined));
  await run(10_000);
  answerAt(now + 25 * HOUR);
  await run(10_000);
  expect(kept()).toMatchObject({ before: '0', hash: null });
});

test('a claim that its wallet sends while a second one waits there is not called rejected with that one', async () => {
  const { chain, ask, says } = await open();
  const { promise, resolve: name } = Promise.withResolvers<void>();
  ask(() => promise.then(() => chain.send({ minedAt: chain.now() + 60_000 }).hash));
  await run(125_000);
  ask(() => new Promise((_, fail) => setTimeout(fail, 10_000, REJECTED)));
  await run(5_000);
  name();
  await run(10_000);
  expect(says()).toEqual(['sent', null]);
});

test.each([100_000, 130_000])('a hash that the wallet names after %i ms has two minutes from then', async (ms) => {
  const { noteServerTime } = await import('#src/client/server-time.ts');
  noteServerTime(new Response(null, { headers: { Date: new Date().toUTCString() } }));
  const { chain, ask, told } = await open();
  chain.isPoolBlind = true;
  const send = () => chain.send({ minedAt: chain.now() + 40_000 }).hash;
  ask(() => new Promise((resolve) => setTimeout(() => resolve(send()), ms)));
  await run(ms);
  const before = told.length;
  await run(35_000);
  expect(told.slice(before)).not.toContain('unknown');
});

/** Its node rejects what is asked of an earlier block than the latest. */
function withoutHistory(chain: ClaimChain) {
  const answer = chain.provider.request.bind(chain.provider);
  chain.provider.request = (call) => {
    const [, at] = (call.params ?? []) as unknown[];
    const isState = ['eth_call', 'eth_getTransactionCount'].includes(call.method);
    const isOld = isState && String(at).startsWith('0x');
    return isOld ? Promise.reject(new ProviderError(-32_000, 'missing trie node')) : answer(call);
  };
}

test('a failed claim is told, and offered again, where the node answers for its latest block alone', async () => {
  const { chain, ask, says } = await open();
  withoutHistory(chain);
  ask(() => chain.send({ receiver: null, succeeds: false }).hash);
  await run(HOUR);
  expect(says()).toEqual(['failed', null]);
});

test('a claim that was replaced is cancelled where the node answers for its latest block alone', async () => {
  const { chain, ask, says } = await open();
  withoutHistory(chain);
  ask(() => chain.send({ minedAt: Number.POSITIVE_INFINITY }).hash);
  await run(15_000);
  expect(says()).toEqual(['sent', null]);
  chain.isPoolBlind = true;
  chain.send({ to: ACCOUNT, receiver: null, nonce: 5 });
  await run(HOUR);
  expect(says()).toEqual([null, 'cancelled']);
});

test('where the node answers for its latest block alone, no end is told before it is final', async () => {
  const { chain, ask, told, kept } = await open();
  withoutHistory(chain);
  chain.provider.set('eth_getLogs', new ProviderError(-32_005, 'limit exceeded'));
  ask(() => {
    chain.send({ minedAt: chain.now() + 10_000 });
    throw FAILED;
  });
  await run(14_500);
  expect([told.at(-1), kept()?.hash]).toEqual(['unknown', null]);
  await run(10_000);
  expect([told.at(-1), kept()]).toEqual(['done', undefined]);
});

test('a paid claim is not “sent” for good where no logs are read and the node shows what it replaced', async () => {
  const { chain, ask, says } = await open();
  chain.provider.set('eth_getLogs', new ProviderError(-32_005, 'limit exceeded'));
  ask(() => chain.send({ minedAt: Number.POSITIVE_INFINITY }).hash);
  await run(5_000);
  chain.send({ nonce: 5 });
  await run(HOUR);
  expect(says(300n)).toEqual([null, null]);
});

test('a hash is not called unknown because the visitor’s clock was slow while our server was silent', async () => {
  const { chain, ask, says } = await open();
  chain.isPoolBlind = true;
  ask(() => chain.send({ minedAt: chain.now() + 60_000 }).hash);
  await run(5_000);
  const { noteServerTime } = await import('#src/client/server-time.ts');
  const later = new Date(Date.now() + 600_000).toUTCString();
  noteServerTime(new Response(null, { headers: { Date: later } }));
  await run(5_000);
  expect(says()).toEqual(['sent', null]);
});

test('the window goes on to the wallet although the page was shown again meanwhile', async () => {
  hearOnlyWhenShown(page);
  const { chain, ask, kept } = await open();
  const { ClaimWallet } = await import('#src/scripts/tools/claim/claim-wallet.ts');
  ask(REJECTED);
  await run(5_000);
  const nothing = () => undefined;
  const wallet = new ClaimWallet(DISTRIBUTOR, {
    ...{ node: chain.provider, switchChain: async () => undefined },
    ...{ changed: nothing, settled: nothing, connected: nothing },
  });
  const transaction = { from: ACCOUNT, to: DISTRIBUTOR.claims, value: '0x0', data: '0x', gas: '0x1', chainId: '0x38' };
  const plan = { transaction, kept: kept(), trial: 'pays', tokens: 0n };
  let asked = 0;
  chain.provider.set('eth_sendTransaction', () => {
    asked += 1;
    return chain.send().hash;
  });
  window.dispatchEvent(new Event('pageshow'));
  const reading = { address: ACCOUNT, contract: { block: 100n }, facts: { entry: { claimed: 0n } } };
  await wallet.ask(reading as never, plan as never);
  await run(10_000);
  expect(asked).toBe(1);
});

/** The server's time at an answer; `later` milliseconds on where the computer has slept so long. */
async function hearTime(later = 0): Promise<void> {
  const { noteServerTime } = await import('#src/client/server-time.ts');
  noteServerTime(new Response(null, { headers: { Date: new Date(Date.now() + later).toUTCString() } }));
}

/** The same browser's page, loaded once more; the wallet's node stays. */
function reload(chain: ClaimChain) {
  reloadStubPage(page);
  return open(chain);
}

test.each(['alone', 'with another tab'])(
  'a computer that slept for a day does not make a page forget what the wallet has: %s',
  async (how) => {
    shareStorage(page);
    const { chain, ask, told, kept } = await open();
    const heard = [told];
    await hearTime();
    const { promise, reject: answer } = Promise.withResolvers();
    ask(() => promise);
    await run(10_000);
    await hearTime(25 * HOUR);
    if (how === 'with another tab') {
      const other = await reload(chain);
      heard.push(other.told);
      await hearTime(25 * HOUR);
      await run(10_000);
      expect(other.says()).toEqual([null, 'unknown']);
    }
    await run(200_000);
    chain.send({ minedAt: chain.now() + 60_000 });
    answer(FAILED);
    await run(30_000);
    expect(kept()).toMatchObject({ before: '0' });
    await run(60_000);
    expect([kept(), heard.at(-1)?.at(-1)]).toEqual([undefined, 'done']);
  },
);

test('another transaction that takes the nonce while the wallet is asked makes no page forget the claim', async () => {
  shareStorage(page);
  const { chain, ask, says, kept } = await open();
  const { promise, reject: answer } = Promise.withResolvers();
  ask(() => promise);
  await run(1_000);
  chain.send({ receiver: null, to: OTHER });
  await run(30_000);
  expect([says(), kept()?.before]).toEqual([[null, 'waiting'], '0']);
  const other = await reload(chain);
  await run(5_000);
  expect(other.says()).toEqual([null, 'unknown']);
  chain.send({ minedAt: chain.now() + 60_000 });
  answer(FAILED);
  await run(30_000);
  expect(says()).toEqual([null, 'unknown']);
  await run(60_000);
  expect([kept(), says(), other.told.at(-1)]).toEqual([undefined, [null, null], 'done']);
});

test('the two minutes of a hash that no node shows go on over a reload', async () => {
  const { chain, ask, says } = await open();
  await hearTime();
  ask(() => new Promise((resolve) => setTimeout(() => resolve(chain.newHash()), 60_000)));
  await run(150_000);
  expect(says()).toEqual(['sent', null]);
  await endPage();
  const next = await reload(chain);
  await hearTime();
  await run(20_000);
  expect(next.says()).toEqual(['sent', null]);
  await run(20_000);
  expect(next.says()).toEqual([null, 'unknown']);
});

test.each(['eth_accounts', 'eth_chainId'])(
  'a wallet that sleeps at %s is not asked for a claim once it wakes',
  async (method) => {
    const { chain, ask, says, told, kept } = await open();
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const answer = method === 'eth_accounts' ? [ACCOUNT] : '0x38';
    chain.provider.set(method, () => woken.then(() => answer));
    let asked = 0;
    const send = () => {
      asked += 1;
      return chain.send().hash;
    };
    ask(send);
    await run(9_000);
    expect([says(), kept()]).toEqual([[null, 'unknown'], undefined]);
    chain.provider.set(method, () => answer);
    ask(send);
    await run(20_000);
    wake();
    await run(20_000);
    expect([asked, told.at(-1)]).toEqual([1, 'done']);
  },
);

test('a claim to an address that the visitor named is not said to have been sent to the own one if a second one fails', async () => {
  const { chain, ask, told } = await open();
  ask(() => {
    chain.send({ receiver: OTHER, minedAt: chain.now() + 20_000 });
    throw FAILED;
  });
  await run(5_000);
  ask(() => chain.send({ receiver: null, succeeds: false, minedAt: chain.now() + 16_000 }).hash);
  await run(60_000);
  expect([told.includes('first'), told.at(-1)]).toEqual([false, 'done']);
});

test.each([3, 25])(
  'a claim that a slow clock dated, %i h behind the server’s, is neither unknown nor forgotten after a reload',
  async (hours) => {
    const { chain, ask } = await open();
    chain.isPoolBlind = true;
    ask(() => chain.send({ minedAt: chain.now() + 100_000 }).hash);
    await run(10_000);
    await endPage();
    const next = await reload(chain);
    await hearTime(hours * HOUR);
    await run(5_000);
    expect(next.says()).toEqual(['sent', null]);
    await run(120_000);
    expect(next.told.at(-1)).toBe('done');
  },
);

/** A claim that waits in the wallet, and a second one that was cancelled meanwhile: the page follows none. */
async function behindCancelled() {
  const opened = await open();
  const { chain, ask, says, kept } = opened;
  const { promise, reject: fail } = Promise.withResolvers();
  ask(() => promise);
  await run(125_000);
  ask(() => chain.send({ minedAt: Number.POSITIVE_INFINITY }).hash);
  await run(15_000);
  chain.isPoolBlind = true;
  chain.send({ to: ACCOUNT, receiver: null, nonce: 5 });
  await run(15_000);
  expect([says(), kept()]).toEqual([[null, 'cancelled'], undefined]);
  return { ...opened, fail };
}

test('a claim whose wallet errs late is looked for, although a second one has ended since', async () => {
  const { chain, says, told, kept, fail } = await behindCancelled();
  chain.send({ minedAt: chain.now() + 60_000 });
  fail(FAILED);
  await run(10_000);
  expect([says(), kept()?.before]).toEqual([[null, 'unknown'], '0']);
  await run(90_000);
  expect([told.at(-1), kept()]).toEqual(['done', undefined]);
});

test('a claim that is refused late, or errs after it was paid, is not looked for again', async () => {
  const { says, kept, fail } = await behindCancelled();
  fail(REJECTED);
  await run(5_000);
  expect([says(), kept()]).toEqual([[null, 'cancelled'], undefined]);
  await leavePage();
  Object.assign(page, stubPage());
  const paid = await open();
  const { promise, reject: failPaid } = Promise.withResolvers();
  paid.ask(() => {
    paid.chain.send();
    return promise;
  });
  await run(20_000);
  const before = paid.told.length;
  failPaid(FAILED);
  await run(20_000);
  expect([paid.told.slice(before), paid.kept()]).toEqual([[], undefined]);
});

test('a claim that another tab has asked for, while the wallet was slow to tell its chain, is not asked for again', async () => {
  const { chain, ask, says, told, kept } = await open();
  const { keepClaim } = await import('#src/stores/claim-requests.ts');
  let asked = 0;
  chain.provider.set('eth_chainId', () => new Promise((resolve) => setTimeout(resolve, 5_000, '0x38')));
  ask(() => {
    asked += 1;
    throw REJECTED;
  });
  await run(2_000);
  const { hash } = chain.send({ minedAt: chain.now() + 30_000 });
  const others = { account: ACCOUNT, before: '0', nonce: 5, isShown: false, block: 100 };
  keepClaim({ ...others, askedAt: Date.now(), answeredAt: Date.now(), isServerTime: false, hash });
  await run(10_000);
  expect([asked, kept()?.hash, says()]).toEqual([0, hash, ['sent', null]]);
  await run(60_000);
  expect(told.at(-1)).toBe('done');
});

test('a claim that fails is told where the wallet’s node calls its input data', async () => {
  const { chain, ask, says } = await open();
  const answer = chain.provider.request.bind(chain.provider);
  chain.provider.request = async (call) => {
    const its = await answer(call);
    if (call.method !== 'eth_getTransactionByHash' || its === null) return its;
    const { input: data, ...rest } = its as { readonly input: string };
    return { ...rest, data };
  };
  ask(() => chain.send({ receiver: null, succeeds: false }).hash);
  await run(30_000);
  expect(says()).toEqual(['failed', null]);
});

test('a view that hears nothing of another one does not ask for what that has asked for', async () => {
  hearOnlyWhenShown(page);
  const { chain, ask, says, told } = await open();
  const others = { account: ACCOUNT, before: '0', nonce: 5, isShown: false, block: 100, isServerTime: false };
  const { hash } = chain.send({ minedAt: chain.now() + 30_000 });
  const request = { ...others, askedAt: Date.now(), answeredAt: Date.now(), hash };
  page.localStorage.setItem(`synx_payment_claim:${ACCOUNT}`, JSON.stringify(request));
  let asked = 0;
  ask(() => {
    asked += 1;
    return chain.send({ receiver: null, succeeds: false, minedAt: chain.now() + 31_000 }).hash;
  });
  await run(10_000);
  expect([asked, says()]).toEqual([0, ['sent', null]]);
  await run(60_000);
  expect(told.at(-1)).toBe('done');
});

test('a claim in doubt is looked at no more often because a payment in doubt is', async () => {
  const looks = async (isPayment: boolean) => {
    hearOnlyWhenShown(page);
    const { chain, ask } = await open();
    ask(new ProviderError(-32603, 'Internal JSON-RPC error.'));
    await run(300_000);
    const before = chain.provider.calls.length;
    for (let left = 20; left > 0; left -= 1) {
      if (isPayment) window.dispatchEvent(new Event('pageshow'));
      await run(30_000);
    }
    return chain.provider.calls.length - before;
  };
  const usual = await looks(false);
  await leavePage();
  Object.assign(page, stubPage());
  // Once, the same fields come in another order.
  expect(await looks(true)).toBeLessThan(3 * usual);
});
