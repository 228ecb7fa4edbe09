import { buildTransfer, type Payment } from '#src/chain/transfer.ts';
import { CHAINS } from '#src/config/chains.ts';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import type { WalletConnection } from '#src/wallet/provider-types.ts';
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

const HASH_LENGTH = 66;

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
    throw new PurchaseRefusal(sendRefusal(error, coinOf(intent)));
  }
}

/**
 * Has the wallet send a checked purchase, and returns the body to record, or null when nothing was sent. The wait of
 * 120 s frees the button only: the promise remains pending, and a late hash is recorded too (decision 12).
 */
export async function sendPurchase(
  { intent, account, connection, quote, checked, payment, gas }: CheckedPurchase,
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
  // The review may have taken minutes, in which a wallet can change account or network without notice.
  await checkWallet(connection.provider, account, intent);
  const timer = setTimeout(() => dispatch({ type: 'timeout', run }), PURCHASE_TIMES.walletTimeoutMs);
  try {
    const hash = await connection.send(payment, { account, chainId: intent.chainId, gas: gas.limit });
    if (typeof hash !== 'string' || hash.length !== HASH_LENGTH) {
      dispatch({ type: 'refuse', run, notice: { key: 'transactionError', variant: 'destructive' } });
      return null;
    }
    return purchaseBody(intent, checked, quote, { account, hash, status: 'pending', termsVersion });
  } catch (error) {
    dispatch({ type: 'refuse', run, notice: sendRefusal(error, coinOf(intent)) });
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function coinOf({ chainId }: PurchaseIntent): string {
  return CHAINS[chainId].nativeCurrency.symbol;
}
