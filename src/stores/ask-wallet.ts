import { atom } from 'nanostores';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { asError, isAlreadyOpen } from '#src/wallet/error-code.ts';
import { ANSWER_WALLET } from '#src/wallet/notice.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { showToast } from './toasts.ts';

/** How long a wallet that has another request open is left alone, in milliseconds. */
const AGAIN_MS = 3_000;

/** What a signature is for: a proof of who owns the wallet, alone or for something that needs it, or a vote. */
export type SignatureUse = 'sign' | 'stake' | 'code' | 'vote';
/** What a wallet is asked for; a payment (src/purchase/) and a claim (claim.ts) have their own states. */
export type WalletQuestion = 'connect' | 'switch' | 'list' | SignatureUse;

export interface OpenQuestion {
  readonly what: WalletQuestion;
  /** Gives the question up: the wallet's later answer is not used. */
  readonly cancel: () => void;
}

/** The question that a wallet has not answered, for the page to name; the newest, if there are several. */
export const $openQuestion = atom<OpenQuestion | null>(null);

let open: readonly OpenQuestion[] = [];

/**
 * Asks a wallet, and names the question on the page until it is answered. A wallet that has another request open is
 * asked again once that is answered, as one does by itself that keeps requests in a row. Throws the wallet's error,
 * DeadlineError after two minutes, or code 4001 once the visitor gives up on the page, as if refused in the wallet.
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
  const isOpen = () => open.includes(question);
  try {
    const answered = untilTaken(() => ask(signal), isOpen);
    return await withDeadline(Promise.race([answered, givenUp]), PURCHASE_TIMES.walletTimeoutMs);
  } catch (error) {
    throw asError(error);
  } finally {
    show(open.filter((other) => other !== question));
  }
}

async function untilTaken<T>(ask: () => Promise<T>, isOpen: () => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isAlreadyOpen(error) || !isOpen()) throw error;
      console.warn(error);
      if (tries === 1) showToast(ANSWER_WALLET);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (!isOpen()) throw error;
    }
  }
}

/** Gives up all questions: the visitor has left the wallet, which must not be asked again. */
export function giveUpQuestions(): void {
  for (const { cancel } of open) cancel();
}

/** The provider whose signatures are asked for by askWallet. */
export function askingProvider(provider: Provider, use: SignatureUse): Provider {
  return { request: (call) => askWallet(use, () => provider.request(call)) };
}

function show(questions: readonly OpenQuestion[]): void {
  open = questions;
  $openQuestion.set(questions.at(-1) ?? null);
}
