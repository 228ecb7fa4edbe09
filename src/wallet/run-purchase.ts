import { buildTransfer, type Payment } from '#src/chain/transfer.ts';
import { CHAINS } from '#src/config/chains.ts';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { type CheckedAmount, checkAmount, checkFunds, checkWallet } from './check-purchase.ts';
import type { WalletConnection } from './connection.ts';
import { purchaseBody, type QuoteContext } from './purchase-body.ts';
import type { PurchaseEvent, PurchaseIntent } from './purchase-flow.ts';
import { PurchaseRefusal } from './purchase-refusal.ts';
import { sendRefusal } from './send-refusal.ts';

export interface Purchase {
  readonly run: number;
  readonly intent: PurchaseIntent;
  readonly account: `0x${string}`;
  readonly recipient: `0x${string}`;
  readonly connection: Pick<WalletConnection, 'provider' | 'send'>;
  readonly quote: QuoteContext;
  readonly dispatch: (event: PurchaseEvent) => void;
}

const HASH_LENGTH = 66;

/**
 * Checks a purchase, has the wallet send it, and returns the body to record, or null when nothing was sent. The wait for
 * the wallet is 120 s for the button only: the promise lives on, and a late hash is recorded all the same (T30).
 */
export async function runPurchase(purchase: Purchase): Promise<PurchaseRequest | null> {
  const { run, intent, account, dispatch } = purchase;
  const coin = CHAINS[intent.chainId].nativeCurrency.symbol;
  let sending: Promise<unknown>;
  let checked: CheckedAmount;
  try {
    await checkWallet(purchase.connection.provider, account, intent);
    checked = checkAmount(intent, purchase.quote.rates);
    const payment: Payment = { token: checked.token.address, recipient: purchase.recipient, amount: checked.amount };
    const planned = { from: account, ...buildTransfer(payment) };
    const gas = await checkFunds(purchase.connection.provider, checked, planned);
    sending = purchase.connection.send(payment, { account, chainId: intent.chainId, gas });
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) console.warn(error);
    const notice = error instanceof PurchaseRefusal ? error.notice : sendRefusal(error, coin);
    dispatch({ type: 'refuse', run, notice });
    return null;
  }

  const timer = setTimeout(() => dispatch({ type: 'timeout', run }), PURCHASE_TIMES.walletTimeoutMs);
  try {
    const hash = await sending;
    if (typeof hash !== 'string' || hash.length !== HASH_LENGTH) {
      dispatch({ type: 'refuse', run, notice: { key: 'transactionError', variant: 'destructive' } });
      return null;
    }
    return purchaseBody(intent, checked, purchase.quote, { account, hash, status: 'pending' });
  } catch (error) {
    dispatch({ type: 'refuse', run, notice: sendRefusal(error, coin) });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
