import { vi } from 'vitest';
import { outcomeOf } from '#src/purchase/payment-statuses.ts';
import { type Random, random } from '#tests/support/random.ts';
import { FakeWallet } from '#tests/unit/stores/fake-wallet.ts';
import { reloadStubPage, type StubPage, shareStorage, stubPage } from '#tests/unit/stores/stub-page.ts';
import {
  closeStrayPanel,
  ERROR,
  type OpenPage,
  openPage,
  PAYMENTS,
  PaymentWorld,
  REFUSED,
  run,
  VALUES,
} from './payment-world.ts';

const ANSWERS = [
  ...(['hash', 'hash', 'wrong hash', 'hash before', 'earlier hash', 'other site', 'no hash', 'nothing'] as const),
  'other site first',
  ...(['error', 'error', 'refusal', 'late hash', 'late error', 'late refusal'] as const),
] as const;
const EVENTS = [
  ...(['none', 'none', 'none', 'reload', 'second tab', 'speed-up', 'cancel'] as const),
  ...(['API down', 'API busy', 'hidden'] as const),
] as const;
type Wallet = { readonly isPrivate: boolean; readonly hasOwnIds: boolean; readonly isSafe: boolean };
type Walker = {
  readonly pages: OpenPage[];
  /** How many of them a reload has ended. */
  ended: number;
  /** When each payment was told as credited, by its hash. */
  readonly told: Map<string, number>;
  readonly sent: string[];
  /** When it was said that nothing was sent, and after how many transactions: the next can be of the same moment. */
  readonly nothing: { readonly at: number; readonly sent: number }[];
};

/** What the wallet does with one payment: broadcasts it or not, and answers. */
function answerAs(draw: Random, world: PaymentWorld, { isPrivate, hasOwnIds, isSafe }: Wallet): unknown {
  const drawn = draw.pick(ANSWERS);
  // An id of its own that comes after its payment was found is looked for once more; both lead to the same payment.
  const answer = drawn === 'late hash' && hasOwnIds ? 'late error' : drawn;
  const isLate = answer.startsWith('late');
  // What a private relay has after a refusal, after another transaction took the nonce, or behind the hash of a payment
  // before, which can be this one's just as well, nobody can tell in time.
  const isHidden = isPrivate && (answer.endsWith('refusal') || ['other site first', 'hash before'].includes(answer));
  const isSent = answer === 'late hash' || answer === 'hash' || (draw.once(2) && !isHidden);
  const isSentLate = isLate && draw.once(3);
  const waitMs = isLate ? draw.pick([1_000, 30_000, 150_000]) : 0;
  // While our records cannot be read, nothing tells that a Safe's hash is that of a payment which was found.
  const before = world.sent.findLast(({ isOurs }) => isOurs && !world.isDown)?.named ?? world.newHash();
  const first = answer === 'other site first' ? world.broadcast(1n, null, false).hash : '';
  let hash = isSent && !isSentLate ? world.broadcast(VALUES[world.coin]).named : null;
  const end = () => {
    if (isSent) hash ??= world.broadcast(VALUES[world.coin]).named;
    if (answer.endsWith('error') || (answer === 'late hash' && isSafe && world.isDown)) throw ERROR;
    if (answer.endsWith('refusal')) throw REFUSED;
    if (answer === 'wrong hash') return world.newHash();
    if (answer === 'hash before') return before;
    if (answer === 'earlier hash') return world.earlier().hash;
    if (answer === 'other site first') return first;
    if (answer === 'other site') return world.broadcast(1n, null, false).hash;
    return answer === 'no hash' ? '0x' : hash;
  };
  if (answer === 'nothing') return new Promise(() => undefined);
  return isLate ? wait(waitMs).then(end) : end();
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function openNext(
  { pages, told, sent, nothing }: Walker,
  world: PaymentWorld,
  wallet: FakeWallet,
): Promise<void> {
  const number = pages.length;
  const { $toasts } = await import('#src/stores/toasts.ts');
  $toasts.listen(([newest]) => {
    if (newest?.open === true && newest.key === 'transactionCancelled' && newest.textKey === null)
      nothing.push({ at: world.now(), sent: world.sent.length });
    const hash = newest?.open === true ? newest.payment?.hash : undefined;
    if (hash === undefined) return;
    const its = world.sent.find(({ named }) => named === hash)?.hash ?? hash;
    if (newest?.key === 'tokensCredited' || newest?.key === 'purchaseSuccessful') {
      if (!told.has(hash)) told.set(hash, world.now());
      sent.push(`${number} credited ${its}`);
    }
    if (newest?.key === 'transactionSent' || newest?.key === 'paymentFound')
      sent.push(`${number} ${newest.key} ${its}`);
  });
  // From its first moment: a page that opens tells what it finds while the wallet is still being connected.
  pages.push(await openPage(world, wallet));
}

/** Whether the visitor looks at the pages. */
function show(isShown: boolean): void {
  if (document.hidden !== isShown) return;
  Object.assign(document, { hidden: !isShown });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function happen(draw: Random, world: PaymentWorld, walker: Walker, page: StubPage): Promise<void> {
  const event = draw.pick(EVENTS);
  const open = world.sent.findLast(({ isOurs, replacedBy, minedAt }) => isOurs && !replacedBy && minedAt > world.now());
  if (event === 'speed-up' && open !== undefined) world.broadcast(open.value, open);
  if (event === 'cancel' && open !== undefined) world.broadcast(0n, open, false);
  if (event === 'API down') {
    world.isDown = true;
    setTimeout(() => {
      world.isDown = false;
    }, 200_000);
  }
  if (event === 'API busy') {
    world.isBusy = true;
    setTimeout(() => {
      world.isBusy = false;
    }, 90_000);
  }
  // Until the next press.
  if (event === 'hidden') show(false);
  if (event !== 'reload' && event !== 'second tab') return;
  if (event === 'reload') {
    // Ends what the page does; the clocks, which this sets back, go on.
    const at = performance.now();
    vi.clearAllTimers();
    await run(at - performance.now());
    world.isDown = false;
    world.isBusy = false;
    walker.ended = walker.pages.length;
  }
  reloadStubPage(page);
  await openNext(walker, world, new FakeWallet());
}

/**
 * Plays two to four payments in a row, drawn from `seed`, each pressed for as soon as the card lets. Returns each press
 * that was warned of fewer payments than were sent and not told as credited, each payment that was told twice, and each
 * that is lost in the end.
 */
export async function walkPayments(seed: number): Promise<readonly string[]> {
  const draw = random(seed);
  const page = stubPage();
  shareStorage(page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } }));
  const isPrivate = draw.once(5);
  const isPoolBlind = draw.once(5);
  const naming = draw.pick(['hash', 'hash', 'hash', 'safe', 'operation', 're-signed'] as const);
  const kind = {
    isPrivate: isPrivate || naming === 're-signed',
    hasOwnIds: naming === 'operation' || naming === 're-signed',
    isSafe: naming === 'safe',
  };
  const isSmart = naming === 'safe' || naming === 'operation' || (naming === 'hash' && draw.once(6));
  const world = new PaymentWorld(page, {
    ...{ isPrivate: kind.isPrivate, isPoolBlind, naming, isSmart },
    ...{ isBlind: draw.once(6), mineMs: draw.pick([3_000, 12_000, 45_000, 300_000]) },
    ...{ walletLagMs: draw.pick([0, 0, 1_000, 6_000]), apiLagMs: draw.pick([0, 2_000, 9_000, 60_000]) },
    ...{ answerMs: draw.pick([0, 0, 500, 4_000]), blockMs: draw.pick([750, 3_000]), isDelegated: draw.once(4) },
    ...{ postMs: draw.pick([0, 0, 3_000, 15_000]), isBridge: draw.once(5) },
  });
  const walker: Walker = { pages: [], ended: 0, told: new Map(), sent: [], nothing: [] };
  const problems: string[] = [];
  const untold = () =>
    world.sent.filter(
      ({ isOurs, replacedBy, hash, named }) =>
        isOurs && replacedBy === null && !walker.told.has(hash) && !walker.told.has(named),
    ).length;
  await openNext(walker, world, world.wallet);
  for (let left = draw.pick([2, 3, 4]); left > 0; left -= 1) {
    const current = walker.pages.at(-1) as OpenPage;
    world.coin = draw.pick(['ETH', 'ETH', 'USDC'] as const);
    current.wallet.set('eth_sendTransaction', () => answerAs(draw, world, kind));
    const { resetPurchase } = await import('#src/purchase/offer/purchase.ts');
    resetPurchase();
    await closeStrayPanel();
    show(true);
    const [sent, before] = [untold(), current.summaries.length];
    if (current.$purchase.get().stage === 'idle') void current.buy(PAYMENTS[world.coin]);
    await run(0);
    const summary = current.summaries[before];
    if (summary !== undefined && summary.doubts + summary.open < sent) problems.push(`${sent} sent, not all warned of`);
    // The visitor waits no longer for the wallet.
    if (draw.once(4)) setTimeout(current.stopWaiting, draw.pick([1, 1_000, 20_000, 100_000]));
    await run(draw.pick([10, 1_000, 5_000, 15_000, 40_000, 125_000, 300_000]));
    await happen(draw, world, walker, page);
  }
  show(true);
  await run(1_500_000);
  const { $paymentRequests, $outbox } = walker.pages.at(-1) as OpenPage;
  problems.push(...untrue(walker, world));
  if (untold() > $paymentRequests.get().length + $outbox.get().length) problems.push('a payment was lost');
  if (new Set(walker.sent).size < walker.sent.length) problems.push('a payment was told twice');
  return problems.map((problem) => `walk ${seed}: ${problem}`);
}

/** What is said over a payment that was sent, or over none that is still followed. */
function untrue({ pages, ended, told, nothing }: Walker, world: PaymentWorld): string[] {
  const isOpenAt = ({ at, sent }: Walker['nothing'][number]) =>
    world.sent.slice(0, sent).some(({ isOurs, replacedBy, hash, named }) => {
      const toldAt = told.get(hash) ?? told.get(named) ?? Number.POSITIVE_INFINITY;
      return isOurs && replacedBy === null && toldAt > at;
    });
  const problems = nothing.some(isOpenAt) ? ['“nothing was sent” was said over a payment'] : [];
  for (const { $purchase, $answers, $outbox } of pages.slice(ended)) {
    const { stage, hash, tracked } = $purchase.get();
    const shown = [stage === 'success' ? hash : null, tracked?.hash ?? null];
    const isLeft = (its: string | null) => {
      if (its === null || $outbox.get().some(({ body }) => body.transactionHash === its)) return false;
      const answer = $answers.get()[its];
      return answer === undefined || outcomeOf(answer.status) === 'open';
    };
    if (shown.some(isLeft)) problems.push('a payment that nobody follows was shown');
  }
  return problems;
}
