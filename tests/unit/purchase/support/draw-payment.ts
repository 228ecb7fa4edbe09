import { vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { outcomeOf } from '#src/purchase/payment-statuses.ts';
import { type Random, random } from '#tests/support/random.ts';
import { FakeWallet, SECOND } from '#tests/unit/stores/fake-wallet.ts';
import { reloadStubPage, shareStorage, stubPage } from '#tests/unit/stores/stub-page.ts';
import { closeStrayPanel, type OpenPage, openPage, PAYMENT, PaymentWorld, VALUE } from './payment-world.ts';

/** What wallets have been seen to answer for a payment, sent or not. */
const ERRORS = [
  new ProviderError(-32603, 'Internal JSON-RPC error.'),
  new ProviderError(-32000, 'already known'),
  new ProviderError(-32000, 'nonce too low'),
  new ProviderError(-32000, 'insufficient funds for gas * price + value'),
  new ProviderError(-32002, 'Request already pending'),
  new ProviderError(4900, 'disconnected'),
  new ProviderError(4001, 'User rejected the request.'),
  new Error('port closed'),
];
const ANSWERS = [
  'hash',
  'wrong hash',
  'foreign hash',
  'earlier hash',
  'hash of another chain',
  'hash for another site',
  'error',
  'nothing',
  'late hash',
  'late error',
  'no hash',
] as const;
const EVENTS = [
  ...(['none', 'reload', 'second tab', 'speed-up', 'account', 'network'] as const),
  ...(['clock ahead', 'clock back', 'API down'] as const),
] as const;
const DAY_MS = 86_400_000;

interface Plan {
  readonly isSent: boolean;
  readonly answer: (typeof ANSWERS)[number];
  readonly error: Error;
  readonly lateMs: number;
  readonly event: (typeof EVENTS)[number];
  readonly eventMs: number;
  readonly againMs: number;
  readonly walletLagMs: number;
  readonly apiLagMs: number;
  readonly mineMs: number;
  readonly postMs: number;
  readonly isBlind: boolean;
  readonly isBridge: boolean;
  readonly isSmart: boolean;
  readonly isPrivate: boolean;
  /** When the visitor waits no longer for the wallet; null for never. */
  readonly stopMs: number | null;
}

function planOf(draw: Random): Plan {
  const plan = {
    isSent: draw.once(2),
    answer: draw.pick(ANSWERS),
    error: draw.pick(ERRORS),
    lateMs: draw.pick([1_000, 30_000, 119_000, 400_000]),
    event: draw.pick(EVENTS),
    eventMs: draw.pick([0, 50, 2_500, 40_000]),
    againMs: draw.pick([100, 5_000, 20_000, 170_000, 700_000]),
    walletLagMs: draw.pick([0, 0, 1_000, 6_000]),
    apiLagMs: draw.pick([0, 2_000, 9_000, 60_000]),
    mineMs: draw.pick([3_000, 12_000, 45_000, 300_000]),
    isBlind: draw.once(5),
    isSmart: draw.once(5),
    isPrivate: draw.once(5),
    postMs: draw.pick([0, 0, 3_000, 15_000]),
    isBridge: draw.once(5),
    stopMs: draw.once(4) ? draw.pick([1, 1_000, 20_000, 100_000]) : null,
  };
  // A refusal of what a private relay has is two faults at once, of which no node and no record can tell in time.
  const isRefused = plan.answer.endsWith('error') && 'code' in plan.error && plan.error.code === 4001;
  return { ...plan, isPrivate: plan.isPrivate && !isRefused };
}

/** The toasts that tell of a credit. */
const TOLD = ['tokensCredited', 'purchaseSuccessful'];

/** How long a hash that no node knows may be called sent: two minutes, and the longest wait between two looks. */
const SENT_OVER_NOTHING_MS = 160_000;

/**
 * Plays one purchase with a wallet drawn from `seed`, and a second press on Purchase; returns each statement that was
 * untrue, and each second payment that was not warned of, with the plan.
 */
export async function playPayment(seed: number): Promise<readonly string[]> {
  const plan = planOf(random(seed));
  const page = stubPage();
  shareStorage(page);
  const world = new PaymentWorld(page, plan);
  const { wallet } = world;
  const elsewhere = plan.answer === 'hash of another chain' ? world.onOtherChain() : '';
  wallet.set('eth_sendTransaction', () => answerAs(plan, world, elsewhere));
  const pages = [await openPage(world, wallet)];
  const startedAt = world.now();
  void pages[0]?.buy(PAYMENT);
  if (plan.stopMs !== null) setTimeout(() => pages[0]?.stopWaiting(), plan.stopMs);
  await vi.advanceTimersByTimeAsync(plan.eventMs);
  const next = await happen(plan, world, page);
  if (next !== null) pages.push(next);
  const last = pages.at(-1) as OpenPage;
  await vi.advanceTimersByTimeAsync(Math.max(0, plan.againMs - plan.eventMs));
  const problems = await pressAgain(world, pages);
  await vi.advanceTimersByTimeAsync(900_000);
  problems.push(...untrue(plan, world, pages, startedAt), ...lost(world, last));
  return problems.map(
    (problem) => `seed ${seed}: ${problem} ${JSON.stringify({ ...plan, error: plan.error.message })}`,
  );
}

function answerAs({ isSent, answer, error, lateMs }: Plan, world: PaymentWorld, elsewhere: string): unknown {
  const sent = isSent ? world.broadcast(VALUE) : null;
  const after = <T>(ms: number, then: () => T) =>
    new Promise<T>((resolve, reject) => setTimeout(() => Promise.resolve().then(then).then(resolve, reject), ms));
  const fail = () => {
    throw error;
  };
  switch (answer) {
    case 'hash':
      return sent?.hash ?? world.newHash();
    case 'wrong hash':
      return world.newHash();
    case 'foreign hash':
      return world.foreign();
    case 'earlier hash':
      return world.earlier().hash;
    case 'hash of another chain':
      return elsewhere;
    case 'hash for another site':
      return world.broadcast(1n, null, false).hash;
    case 'late hash':
      return after(lateMs, () => sent?.hash ?? world.newHash());
    case 'error':
      return fail();
    case 'late error':
      return after(lateMs, fail);
    case 'no hash':
      return '0x';
    case 'nothing':
      return new Promise(() => undefined);
  }
}

/** What the visitor or the wallet does meanwhile; returns the page that is open then, if it is another one. */
async function happen(
  { event }: Plan,
  world: PaymentWorld,
  page: ReturnType<typeof stubPage>,
): Promise<OpenPage | null> {
  const [first] = world.sent;
  switch (event) {
    case 'reload':
      vi.clearAllTimers();
      reloadStubPage(page);
      return openPage(world, new FakeWallet());
    case 'second tab':
      reloadStubPage(page);
      return openPage(world, new FakeWallet());
    case 'speed-up':
      if (first?.isOurs && first.minedAt > world.now()) world.broadcast(VALUE, first);
      return null;
    case 'account':
      world.wallet.granted = [SECOND];
      world.wallet.emit('accountsChanged', [SECOND]);
      return null;
    case 'network':
      world.wallet.moveTo(56);
      return null;
    case 'clock ahead':
    case 'clock back':
      vi.setSystemTime(Date.now() + (event === 'clock back' ? -DAY_MS : DAY_MS));
      return null;
    case 'API down':
      world.isDown = true;
      setTimeout(() => {
        world.isDown = false;
      }, 300_000);
      return null;
    case 'none':
      return null;
  }
}

/** Presses Purchase once more with the first account on the first network; the second payment is sent as it should. */
async function pressAgain(world: PaymentWorld, pages: readonly OpenPage[]): Promise<string[]> {
  const last = pages.at(-1) as OpenPage;
  const [first] = world.sent.filter(({ isOurs }) => isOurs);
  const isTold = pages.some(({ toasts }) => toasts.some(({ key }) => TOLD.includes(key)));
  const isOver = first === undefined || isTold;
  const before = world.sent.length;
  const { summaries, $purchase } = last;
  if ($purchase.get().stage !== 'idle') return [];
  await closeStrayPanel();
  last.wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  const seen = summaries.length;
  void last.buy(PAYMENT);
  await vi.advanceTimersByTimeAsync(0);
  const summary = summaries[seen];
  if (isOver || summary === undefined || summary.doubts + summary.open > 0) return [];
  return [`a second payment (${world.sent.length - before}) was not warned of`];
}

function untrue(plan: Plan, world: PaymentWorld, pages: readonly OpenPage[], startedAt: number): string[] {
  const problems: string[] = [];
  const saysNothing = pages.some(({ toasts }) =>
    toasts.some(({ key, textKey }) => key === 'transactionCancelled' && textKey === null),
  );
  if (plan.isSent && saysNothing) problems.push('“nothing was sent” was said over a payment');
  const isNothing = world.sent.every(({ isOurs }) => !isOurs);
  for (const { toasts, $purchase, $answers } of pages) {
    const successes = toasts.filter(({ key }) => key === 'purchaseConfirming' || key === 'tokensCredited');
    if (isNothing && successes.length > 0) problems.push('a success was told over nothing');
    const { stage, tracked } = $purchase.get();
    const answer = $answers.get()[tracked?.hash ?? ''];
    const isShown = tracked?.hash != null && (answer === undefined || outcomeOf(answer.status) === 'open');
    const isLate = world.now() - startedAt - plan.lateMs > SENT_OVER_NOTHING_MS;
    if (isNothing && isLate && (stage === 'success' || isShown)) problems.push('“sent” was said over nothing');
  }
  return problems;
}

/** Every payment of the account must have been told to the visitor as credited, on the page that is open last. */
function lost(world: PaymentWorld, { toasts, $paymentRequests, $outbox }: OpenPage): string[] {
  const standing = world.sent.filter(({ replacedBy, isOurs }) => replacedBy === null && isOurs);
  const told = toasts.filter(({ key }) => TOLD.includes(key)).length;
  const isOpen = $paymentRequests.get().length + $outbox.get().length > 0;
  return standing.length > 0 && told === 0 && !isOpen ? ['a payment was neither told nor looked for'] : [];
}
