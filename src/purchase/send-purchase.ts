import { buildTransfer, type Payment } from '#src/chain/transfer.ts';
import { CHAINS } from '#src/config/chains.ts';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { HASH_PATTERN } from '#src/lib/text/hash-pattern.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { isRejection } from '#src/wallet/error-code.ts';
import type { Provider, WalletConnection } from '#src/wallet/provider-types.ts';
import { readNonceOf, readNumber } from './follow-requests.ts';
import { keepRequest, noteAnswer, type PaymentRequest } from './payment-requests.ts';
import { $answers, $outbox } from './pending-purchases.ts';
import { purchaseBody } from './purchase-body.ts';
import { type CheckedAmount, type CheckedGas, checkAmount, checkFunds, checkWallet } from './purchase-checks.ts';
import type { RunEvent } from './purchase-events.ts';
import { PurchaseRefusal } from './purchase-refusal.ts';
import type { PurchaseIntent, QuoteContext } from './purchase-state.ts';
import { sendRefusal } from './send-refusal.ts';

export interface PlannedPurchase {
  readonly intent: PurchaseIntent;
  readonly account: `0x${string}`;
  readonly recipient: `0x${string}`;
  readonly connection: Pick<WalletConnection, 'provider' | 'send'>;
  readonly quote: QuoteContext;
}

export interface CheckedPurchase extends PlannedPurchase {
  readonly checked: CheckedAmount;
  readonly payment: Payment;
  readonly gas: CheckedGas;
}

/** Checks wallet, amount, balance and gas of a purchase; nothing is sent. Throws PurchaseRefusal. */
export async function checkPurchase(purchase: PlannedPurchase): Promise<CheckedPurchase> {
  const { intent, account, recipient, connection, quote } = purchase;
  try {
    await checkWallet(connection.provider, account, intent);
    const checked = checkAmount(intent, quote.rates);
    const payment: Payment = { token: checked.token.address, recipient, amount: checked.amount };
    const gas = await checkFunds(connection.provider, checked, { from: account, ...buildTransfer(payment) });
    return { ...purchase, checked, payment, gas };
  } catch (error) {
    if (error instanceof PurchaseRefusal) throw error;
    console.warn(error);
    throw new PurchaseRefusal({ key: 'transactionFailed', textKey: 'pay.ends.notAsked' });
  }
}

/**
 * Has the wallet send a checked purchase, and returns the body to record; null if the wallet names no hash, which says
 * nothing about whether it has sent the payment: that is looked for (follow-requests.ts). The wait of 120 s frees the
 * button only: the promise remains pending, and a late hash is recorded too (decision 12).
 */
export async function sendPurchase(
  purchase: CheckedPurchase,
  {
    run,
    termsVersion,
    dispatch,
  }: {
    readonly run: number;
    readonly termsVersion: string | null;
    readonly dispatch: (event: RunEvent) => void;
  },
): Promise<PurchaseRequest | null> {
  const { intent, account, connection, payment, gas } = purchase;
  // The review may have taken minutes, in which a wallet can change account or network without notice.
  await checkWallet(connection.provider, account, intent);
  const request = await rememberRequest(purchase, termsVersion);
  const timer = setTimeout(() => dispatch({ type: 'timeout', run }), PURCHASE_TIMES.walletTimeoutMs);
  try {
    const hash = await connection.send(payment, { account, chainId: intent.chainId, gas: gas.limit });
    if (typeof hash === 'string' && HASH_PATTERN.test(hash) && !(await isEarlier(hash, request, connection.provider))) {
      noteAnswer(request, 'named', hash);
      return { ...request.claims, transactionHash: hash };
    }
    noteAnswer(request, 'failed');
    dispatch({ type: 'refuse', run, notice: { key: 'transactionError', variant: 'destructive' } });
    return null;
  } catch (error) {
    console.warn(error);
    noteAnswer(request, isRejection(error) ? 'refused' : 'failed');
    dispatch({ type: 'refuse', run, notice: sendRefusal(error, coinOf(intent)) });
    return null;
  } finally {
    clearTimeout(timer);
    // Whatever the wallet says: the balance shows what it did.
    void loadBalances(intent.chainId);
  }
}

/** Whether a wallet names a transaction of the account from before this request, as its node's nonces tell. */
async function isEarlier(hash: string, { nonce, claims }: PaymentRequest, provider: Provider): Promise<boolean> {
  const its = await readNonceOf(provider, hash, claims.walletAddress);
  return its !== null && nonce !== null && its < nonce;
}

/**
 * Stores what the wallet is about to be asked for, before it is asked: it may broadcast the payment and then report an
 * error, or nothing at all.
 */
async function rememberRequest(
  { intent, account, connection, quote, checked }: CheckedPurchase,
  termsVersion: string | null,
): Promise<PaymentRequest> {
  const [nonce, block] = await Promise.all([
    readNumber(connection.provider, 'eth_getTransactionCount', [account, 'pending']),
    readNumber(connection.provider, 'eth_blockNumber', []),
  ]);
  const claims = purchaseBody(intent, checked, quote, { account, status: 'pending', termsVersion });
  const askedAt = Date.now();
  const id = `${askedAt}-${Math.random().toString(36).slice(2)}`;
  const request = {
    id,
    claims,
    nonce,
    block,
    askedAt,
    state: 'asked',
    answeredAt: null,
    hash: null,
    // What this browser follows already, it cannot become.
    others: [...$outbox.get().map(({ body }) => body.transactionHash), ...Object.keys($answers.get())].map((hash) =>
      hash.toLowerCase(),
    ),
  } as const;
  keepRequest(request);
  return request;
}

function coinOf({ chainId }: PurchaseIntent): string {
  return CHAINS[chainId].nativeCurrency.symbol;
}
