import { atom } from 'nanostores';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { asError } from '#src/wallet/error-code.ts';
import type { Provider } from '#src/wallet/provider-types.ts';

/** What a signature is for: a proof of who owns the wallet, alone or for something that needs it, or a vote. */
export type SignatureUse = 'sign' | 'stake' | 'code' | 'vote';
/** What a wallet is asked for; a payment has its own state (src/purchase/). */
export type WalletQuestion = 'connect' | 'switch' | SignatureUse;

export interface OpenQuestion {
  readonly what: WalletQuestion;
  /** Gives the question up: the wallet's later answer is not used. */
  readonly cancel: () => void;
}

/** The question that a wallet has not answered, for the page to name; the newest, if there are several. */
export const $openQuestion = atom<OpenQuestion | null>(null);

let open: readonly OpenQuestion[] = [];

/**
 * Asks a wallet, and names the question on the page until it is answered. Throws the wallet's error, DeadlineError
 * after two minutes, or code 4001 once the visitor gives up on the page, as if it had been refused in the wallet.
 */
export async function askWallet<T>(what: WalletQuestion, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  const { signal } = control;
  const question: OpenQuestion = { what, cancel: () => control.abort() };
  const givenUp = new Promise<never>((_, reject) => {
    const refuse = () => reject(Object.assign(new Error('given up on the page'), { code: 4001 }));
    signal.addEventListener('abort', refuse, { once: true });
  });
  show([...open, question]);
  try {
    return await withDeadline(Promise.race([ask(signal), givenUp]), PURCHASE_TIMES.walletTimeoutMs);
  } catch (error) {
    throw asError(error);
  } finally {
    show(open.filter((other) => other !== question));
  }
}

/** The provider whose signatures are asked for by askWallet. */
export function askingProvider(provider: Provider, use: SignatureUse): Provider {
  return { request: (call) => askWallet(use, () => provider.request(call)) };
}

function show(questions: readonly OpenQuestion[]): void {
  open = questions;
  $openQuestion.set(questions.at(-1) ?? null);
}
