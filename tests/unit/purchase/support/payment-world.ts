import { vi } from 'vitest';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { BRIDGE_ID } from '#src/wallet/bridge-option.ts';
import { ACCOUNT, FakeWallet, SECOND } from '#tests/unit/stores/fake-wallet.ts';
import { ERROR as FAILED, PRESALE, reloadStubPage, type StubPage } from '#tests/unit/stores/stub-page.ts';

/** What each coin's payment asks a wallet for. */
export const PAYMENTS = {
  ETH: { chainId: 1, symbol: 'ETH', amount: '0.02' },
  USDC: { chainId: 1, symbol: 'USDC', amount: '50' },
} as const;
export type Coin = keyof typeof PAYMENTS;
const DECIMALS = { ETH: 18, USDC: 6 } as const;

/** A transaction of the account, at the times at which the network first has it and puts it into a block. */
interface Sent {
  readonly hash: string;
  /** By what the wallet calls it: the same, or an id of its own. */
  readonly named: string;
  readonly nonce: number;
  readonly symbol: Coin;
  /** Base units to the presale. */
  readonly value: bigint;
  readonly sentAt: number;
  readonly minedAt: number;
  /** A payment to the presale; false for what the account sent for another site. */
  readonly isOurs: boolean;
  replacedBy: Sent | null;
}

export interface WorldOptions {
  /** How far the wallet's node and the API's sources are behind the network, in milliseconds. */
  readonly walletLagMs?: number;
  readonly apiLagMs?: number;
  /** From broadcast to block, in milliseconds. */
  readonly mineMs?: number;
  /** The wallet's node answers neither nonces nor transactions. */
  readonly isBlind?: boolean;
  /** The wallet is on a phone: connected through the bridge, and its node answers as little. */
  readonly isBridge?: boolean;
  /** The account's nonce never moves: a contract, or one whose transactions others send. */
  readonly isSmart?: boolean;
  /** The account has code and sends its own transactions: delegated by EIP-7702. */
  readonly isDelegated?: boolean;
  /** What is sent is seen once it is in a block: the wallet has a relay of its own. */
  readonly isPrivate?: boolean;
  /** The API's sources show no mempool; the wallet's node does. */
  readonly isPoolBlind?: boolean;
  /** How long the wallet's node takes to tell a transaction, and the API to tell its records, in milliseconds. */
  readonly answerMs?: number;
  /** How long the API takes to answer a posted hash, in milliseconds. */
  readonly postMs?: number;
  /** From one block to the next, in milliseconds. */
  readonly blockMs?: number;
  /**
   * What the wallet calls a payment by: a Safe's hash, which the API matches; the id of a contract account's operation,
   * or the hash of what a relay signs again, which nobody does.
   */
  readonly naming?: 'hash' | 'safe' | 'operation' | 're-signed';
}

const FIRST_BLOCK = 100;
const CONFIRMATIONS = 6;

/**
 * One chain as three parties see it: what is sent, what the wallet's node shows of it, and what the API has read. Its
 * time is that of vitest's fake timers, whatever the visitor's clock says.
 */
export class PaymentWorld {
  readonly sent: Sent[] = [];
  readonly wallet: FakeWallet;
  readonly #options: Required<WorldOptions>;
  readonly #start = Date.now();
  readonly #opened = performance.now();
  readonly #past: Sent[];
  readonly #foreign = new Set<string>();
  readonly #elsewhere = new Map<string, number>();
  readonly #posted = new Map<string, { readonly at: number; readonly chainId: unknown }>();
  /** Whether the API cannot be reached. */
  isDown = false;
  /** Whether it refuses posted hashes for now. */
  isBusy = false;
  /** What the wallet is asked for. */
  coin: Coin = 'ETH';
  #hashes = 0;

  constructor(page: StubPage, options: WorldOptions = {}) {
    this.#options = {
      walletLagMs: 0,
      apiLagMs: 0,
      mineMs: 6_000,
      isBlind: false,
      isBridge: false,
      isSmart: false,
      isDelegated: false,
      isPrivate: false,
      isPoolBlind: false,
      ...{ answerMs: 0, postMs: 0, blockMs: 3_000 },
      naming: 'hash',
      ...options,
    };
    const at = this.#start - 60_000;
    const hash = this.newHash();
    const earlier = {
      ...{ hash, named: hash, symbol: 'ETH' as const },
      nonce: 4,
      value: 1n,
      sentAt: at,
      minedAt: at,
      isOurs: true,
      replacedBy: null,
    };
    this.#past = [earlier];
    this.wallet = new FakeWallet();
    this.read(this.wallet);
    const { answerMs, postMs } = this.#options;
    page.answers.set('/api/presale/purchase', (body: unknown) =>
      slowly(this.isBusy ? BUSY() : this.#reached(this.#answer(body as PurchaseRequest)), postMs),
    );
    page.answers.set('/api/track/wallet', () =>
      slowly({ wallet: ACCOUNT, payments: this.#reached(this.#records()), total: 0, pollSeconds: 15 }, answerMs),
    );
  }

  isBridge(): boolean {
    return this.#options.isBridge;
  }

  /** The true time, milliseconds since 1970, which goes on where a visitor's clock is set. */
  now(): number {
    return this.#start + performance.now() - this.#opened;
  }

  /** Lets a wallet, such as that of a reloaded page, read from the same node. */
  read(wallet: FakeWallet): void {
    const { walletLagMs, isBlind, isBridge, isSmart, isDelegated, naming } = this.#options;
    const code = naming === 'hash' || naming === 're-signed' ? '0xef0100' : '0x6080';
    const seen = () => this.now() - walletLagMs;
    const answers: Record<string, (...params: never[]) => unknown> = {
      eth_getTransactionCount: (_account: string, tag: string) =>
        hex(isSmart ? 1 : this.#nonceAt(seen(), tag === 'pending')),
      eth_getCode: () => (isSmart || isDelegated ? code : '0x'),
      eth_getTransactionByHash: (named: string) => {
        const hash = named.toLowerCase();
        const found = this.#known(seen()).find((each) => each.hash === hash);
        if (this.#foreign.has(hash)) return { hash, from: SECOND.toLowerCase(), nonce: hex(9), blockNumber: null };
        if (found === undefined) return null;
        const from = (isSmart ? SECOND : ACCOUNT).toLowerCase();
        const blockNumber = found.minedAt <= seen() ? hex(this.#blockOf(found)) : null;
        const isToken = found.isOurs && found.symbol !== 'ETH';
        const input = isToken ? `0xa9059cbb${PRESALE.slice(2).padStart(64, '0')}${'0'.repeat(64)}` : '0x';
        const to = found.isOurs && !isToken ? PRESALE : SECOND;
        return { hash, from, to, input, nonce: hex(found.nonce), blockNumber };
      },
      eth_getTransactionReceipt: (hash: string) => {
        const found = this.#mined(seen()).find((each) => each.hash === hash);
        return found === undefined ? null : { blockNumber: hex(this.#blockOf(found)), blockHash: '0x1', status: '0x1' };
      },
      eth_blockNumber: () => hex(this.#blockAt(seen())),
      eth_getBlockByNumber: () => ({ hash: '0x1' }),
    };
    const { eth_getTransactionByHash: transaction } = answers;
    answers.eth_getTransactionByHash = (...params) => slowly(transaction?.(...params), this.#options.answerMs);
    for (const [method, answer] of Object.entries(answers))
      wallet.set(method, isBlind || isBridge ? new Error('the node does not answer') : answer);
  }

  /** Broadcasts what the wallet was asked for, or another payment with the same nonce; returns its hash. */
  broadcast(value: bigint, replaces: Sent | null = null, isOurs = true): Sent {
    const now = this.now();
    // The wallet knows what it has sent, also where no node shows it.
    const nonce = replaces?.nonce ?? Math.max(5, ...this.sent.map((each) => each.nonce + 1));
    const hash = this.newHash();
    const sent: Sent = {
      ...{ hash, named: this.#nameOf(hash, replaces, isOurs) },
      symbol: replaces?.symbol ?? this.coin,
      nonce,
      value,
      sentAt: now,
      minedAt: now + this.#options.mineMs,
      isOurs,
      replacedBy: null,
    };
    if (replaces !== null) replaces.replacedBy = sent;
    this.sent.push(sent);
    return sent;
  }

  /** The wallet's answer where it broadcasts the payment, and throws this all the same. */
  sentBut(error: Error) {
    return () => {
      this.broadcast(VALUE);
      throw error;
    };
  }

  /** A contract's operation keeps its id whichever transaction carries it. */
  #nameOf(hash: string, replaces: Sent | null, isOurs: boolean): string {
    const { naming } = this.#options;
    if (naming === 'hash' || !isOurs) return hash;
    return replaces === null || naming === 're-signed' ? this.newHash() : replaces.named;
  }

  /** An earlier payment of the account, mined before this page was opened. */
  earlier(): Sent {
    const [before] = this.#past;
    return before as Sent;
  }

  /** A transaction of somebody else, which both the wallet's node and the API know. */
  foreign(): string {
    const hash = this.newHash();
    this.#foreign.add(hash);
    return hash;
  }

  /** A payment of the account on BSC, `ageMs` old: our records have it, and no node of this chain. */
  onOtherChain(ageMs = 60_000): string {
    const hash = this.newHash();
    this.#elsewhere.set(hash, this.now() - ageMs);
    return hash;
  }

  newHash(): string {
    this.#hashes += 1;
    return `0x${this.#hashes.toString(16).padStart(64, 'a')}`;
  }

  /** Whether the network has a transaction by now that nothing replaced. */
  #known(at: number): Sent[] {
    const { isPrivate } = this.#options;
    return [...this.#past, ...this.sent].filter(
      ({ sentAt, minedAt, replacedBy }) =>
        (isPrivate ? minedAt : sentAt) <= at && (replacedBy === null || replacedBy.sentAt > at),
    );
  }

  #mined(at: number): Sent[] {
    return this.#known(at).filter(({ minedAt }) => minedAt <= at);
  }

  #nonceAt(at: number, isPending: boolean): number {
    const taken = (isPending ? this.#known(at) : this.#mined(at)).map(({ nonce }) => nonce + 1);
    return Math.max(5, ...taken);
  }

  #blockAt(at: number): number {
    return FIRST_BLOCK + Math.floor((at - this.#start) / this.#options.blockMs);
  }

  #blockOf({ minedAt }: Sent): number {
    return this.#blockAt(minedAt);
  }

  #answer({ transactionHash, chainId }: PurchaseRequest): PurchaseResponse {
    const hash = transactionHash.toLowerCase();
    if (!this.#posted.has(hash)) this.#posted.set(hash, { at: this.now(), chainId });
    const at = this.now() - this.#options.apiLagMs;
    const base = answerOf(hash);
    if (this.#foreign.has(hash)) return { ...base, status: 'rejected', reason: 'foreign-sender' };
    const { isPrivate, isPoolBlind, isSmart, naming } = this.#options;
    const isHidden = isPrivate || isPoolBlind;
    const found = [...this.#past, ...this.sent].find((each) => {
      const isExecuted = naming === 'safe' && each.named === hash && each.minedAt <= at && each.replacedBy === null;
      const seenAt = isHidden || each.named !== each.hash ? each.minedAt : each.sentAt;
      const isGone = isHidden && each.replacedBy !== null && each.replacedBy.sentAt <= each.minedAt;
      return (each.hash === hash || isExecuted) && seenAt <= at && !isGone;
    });
    if (this.#elsewhere.has(hash))
      return { ...base, status: 'credited', chainId: 56, confirmations: 6, tokensAllocated: '7' };
    if (found === undefined && isSmart && naming !== 'hash')
      return { ...base, status: 'waiting-signers', reason: null };
    if (found === undefined) return { ...base, ...this.#standing(hash, at) };
    if (!found.isOurs && found.minedAt > at) return { ...base, chainId: 1 };
    if (!found.isOurs) return { ...base, status: 'rejected', reason: 'wrong-recipient', chainId: 1 };
    const next = found.replacedBy;
    if (next !== null && next.sentAt <= at && next.isOurs)
      return { ...base, status: 'replaced', chainId: 1, replacedBy: next.hash };
    if (next !== null && next.minedAt <= at) return { ...base, status: 'cancelled', reason: null };
    const confirmations = found.minedAt > at ? 0 : this.#blockAt(at) - this.#blockOf(found) + 1;
    const status = confirmations === 0 ? 'processing' : confirmations < CONFIRMATIONS ? 'confirming' : 'credited';
    return {
      ...base,
      status,
      chainId: 1,
      confirmations,
      tokensAllocated: '7',
      paymentMethod: found.symbol,
      paymentAmount: whole(found),
    };
  }

  #records(): PaymentView[] {
    const at = this.now() - this.#options.apiLagMs;
    const elsewhere = [...this.#elsewhere].map(([transactionHash, at]) => ({
      ...{ chainId: 56, transactionHash, paymentMethod: 'BNB', paymentAmount: '1', block: 7, status: 'credited' },
      createdAt: new Date(at).toISOString(),
    }));
    const here = this.#mined(at).filter(({ isOurs }) => isOurs);
    const own = here.map(
      (each) =>
        ({
          ...{
            chainId: 1,
            transactionHash: each.hash,
            ...this.#safeHash(each),
            paymentMethod: each.symbol,
            paymentAmount: whole(each),
          },
          ...{
            block: this.#blockOf(each),
            createdAt: new Date(each.minedAt).toISOString(),
            status: 'confirming',
          },
        }) as PaymentView,
    );
    const executed = this.#options.naming === 'safe' ? here.map(({ named }) => named) : [];
    const listed = new Set([...[...elsewhere, ...own].map((each) => each.transactionHash), ...executed]);
    // On the chain that the poster named, whether or not a chain has shown the hash.
    const posted = [...this.#posted].map(([transactionHash, { at: since, chainId }]) => ({
      ...{ chainId, transactionHash, paymentMethod: null, paymentAmount: null, block: null },
      ...this.#standing(transactionHash, at),
      createdAt: new Date(since).toISOString(),
    }));
    const unpaid = posted.filter(
      (each) => !listed.has(each.transactionHash) && !this.#foreign.has(each.transactionHash),
    );
    return [...(elsewhere as PaymentView[]), ...own, ...(unpaid as PaymentView[])];
  }

  /** A posted hash that is no payment, of which a pool has shown the nonce where a replacement is told. */
  #standing(hash: string, at: number): Pick<PaymentView, 'status' | 'replacedBy'> {
    if (this.#isStray(hash, at)) return { status: 'rejected', replacedBy: null };
    const { isPrivate, isPoolBlind, isSmart } = this.#options;
    const next = this.sent.find((each) => each.hash === hash)?.replacedBy ?? null;
    const isTold = !(isPrivate || isPoolBlind || isSmart) && next?.isOurs === true && next.minedAt <= at;
    return isTold ? { status: 'replaced', replacedBy: next.hash } : { status: 'processing', replacedBy: null };
  }

  /** Whether a hash is in a block as what the account sent to somebody else. */
  #isStray(hash: string, at: number): boolean {
    return this.#mined(at).some((each) => each.hash === hash && !each.isOurs);
  }

  #safeHash({ named, hash }: Sent): object {
    return this.#options.naming === 'safe' && named !== hash ? { safeTxHash: named } : {};
  }

  #reached<T>(answer: T): T {
    if (this.isDown) throw new TypeError('Failed to fetch');
    return answer;
  }
}

/** What was read at once arrives later. */
function slowly<T>(answer: T, ms: number): T | Promise<T> {
  return ms === 0 ? answer : new Promise((resolve) => setTimeout(resolve, ms, answer));
}

const BUSY = FAILED(503, 'overloaded', 'The service is busy. Please try again shortly.');

function whole({ value, symbol }: Sent): string {
  return formatUnits(value, DECIMALS[symbol]);
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function answerOf(transactionHash: string): PurchaseResponse {
  return {
    ...{ status: 'processing', reason: 'not-found', final: false, confirmations: 0, required: 6, belowMinimum: false },
    ...{ chainId: null, transactionHash, tokensAllocated: null, tokenAmount: null, usdAmount: null, price: null },
    ...{ phase: null, refundUsd: null, paymentMethod: null, paymentAmount: null, replacedBy: null, message: '' },
  };
}

export interface HeldSummaries {
  readonly isHeld: () => boolean;
}

/**
 * One open page of the site: its stores, every toast it has shown, and a visitor who confirms summaries, except while
 * they are held.
 */
export async function openPage(
  world: PaymentWorld,
  wallet: FakeWallet,
  { isHeld }: HeldSummaries = { isHeld: () => false },
) {
  wallet.install(world.isBridge() ? BRIDGE_ID : undefined);
  world.read(wallet);
  const { answerSummary, buy, resetPurchase } = await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  const { $answers, $outbox } = await import('#src/purchase/pending-purchases.ts');
  const { $paymentRequests, isInDoubt, settleRequest } = await import('#src/purchase/payment-requests.ts');
  const { $openQuestion } = await import('#src/stores/ask-wallet.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  const { $balances } = await import('#src/stores/balances.ts');
  const { connectWallet } = await import('#src/stores/wallet.ts');
  const presale = await import('#src/stores/presale.ts');
  for (const store of [presale.$pricing, presale.$prices, presale.$config, presale.$stats])
    store.listen(() => undefined);
  // Loaded beforehand, because fake time does not move while a module is read.
  await Promise.all([
    import('#src/purchase/run-purchase.ts'),
    import('#src/purchase/send-purchase.ts'),
    import('#src/purchase/follow-requests.ts'),
    import('#src/wallet/connection.ts'),
    import('#src/wallet/read-chain.ts'),
  ]);
  const toasts: { readonly key: string; readonly textKey: string | null; readonly at: number }[] = [];
  $toasts.listen((list) => {
    const [newest] = list;
    if (newest?.open) toasts.push({ key: newest.key, textKey: newest.textKey, at: world.now() });
  });
  $purchase.listen(() => undefined);
  $outbox.listen(() => undefined);
  /** What the visitor was warned of, at each summary. */
  const summaries: { readonly doubts: number; readonly open: number }[] = [];
  $purchase.listen(({ stage }, before) => {
    if (stage !== 'summary' || before?.stage === 'summary') return;
    const doubts = $paymentRequests.get().filter((request) => isInDoubt(request));
    summaries.push({ doubts: doubts.length, open: $outbox.get().length });
    if (!isHeld()) answerSummary({ termsVersion: null });
  });
  await vi.advanceTimersByTimeAsync(0);
  await connectWallet();
  /** Presses for a payment, which the wallet answers so, or as before, and lets time pass. */
  const pay = async (ms: number, answer?: unknown) => {
    if (answer !== undefined) wallet.set('eth_sendTransaction', answer);
    void buy(PAYMENT);
    await run(ms);
  };
  return {
    buy,
    pay,
    /** The same after the panel of the payment before was closed. */
    payAgain: (ms: number, answer?: unknown) => {
      resetPurchase();
      return pay(ms, answer);
    },
    /** The same where the wallet's answer waits until the test gives it. */
    payLater: async (ms: number, asked?: () => void) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | null>();
      await pay(ms, () => {
        asked?.();
        return promise;
      });
      return { name: resolve, fail: (error: Error) => reject(error) };
    },
    /** Confirms the summary that is open, and lets time pass. */
    confirm: (ms: number) => {
      answerSummary({ termsVersion: null });
      return run(ms);
    },
    /** How often the wallet was asked for a payment. */
    asks: () => wallet.methods().filter((method) => method === 'eth_sendTransaction').length,
    /** Waits no longer for the wallet, if the page offers that. */
    stopWaiting: () => $openQuestion.get()?.cancel(),
    $openQuestion,
    answerSummary,
    resetPurchase,
    $purchase,
    $answers,
    $outbox,
    $paymentRequests,
    $balances,
    settleRequest,
    toasts,
    summaries,
    wallet,
  };
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

export const PAYMENT = PAYMENTS.ETH;
export const VALUE = 20_000_000_000_000_000n;
/** The same in base units of each coin. */
export const VALUES = { ETH: VALUE, USDC: 50_000_000n } as const;

/** What a wallet throws that tells nothing of the payment, and what it throws for the visitor's no. */
export const ERROR = new ProviderError(-32603, 'Internal JSON-RPC error.');
export const REFUSED = new ProviderError(4001, 'no');

/** Lets time pass, in milliseconds. */
export const run = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A world with the site open in it. */
export async function openWorld(page: StubPage, options: WorldOptions = {}, held?: HeldSummaries) {
  const world = new PaymentWorld(page, options);
  return { world, ...(await openPage(world, world.wallet, held)) };
}

/** Closes the panel where it tells of a payment to another address: until then the button is off. */
export async function closeStrayPanel(): Promise<void> {
  const { $tracked, dismissTracked } = await import('#src/purchase/purchase-state.ts');
  if ($tracked.get()?.astray) dismissTracked();
}

/** Another tab of the same browser, with the same account in a wallet of its own. */
export async function openTab(page: StubPage, world: PaymentWorld, held?: HeldSummaries) {
  reloadStubPage(page);
  return openPage(world, new FakeWallet(), held);
}
