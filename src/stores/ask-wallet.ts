import { atom } from 'nanostores';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import { DeadlineError } from '#src/lib/time/with-deadline.ts';
import { asError, isAlreadyOpen } from '#src/wallet/error-code.ts';
import { ANSWER_WALLET } from '#src/wallet/notice.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { showToast } from './toasts.ts';

/** How long a wallet that has another request open is left alone, in milliseconds. */
const AGAIN_MS = 3_000;

/** What a signature is for: a proof of who owns the wallet, alone or for something that needs it, or a vote. */
export type SignatureUse = 'sign' | 'stake' | 'code' | 'vote';
/** What is free. */
export type FreeQuestion = 'connect' | 'switch' | 'list' | SignatureUse;
/** What a wallet is asked for. */
export type WalletQuestion = FreeQuestion | 'pay' | 'claim';

export interface OpenQuestion {
  readonly what: WalletQuestion;
  /** Waits no longer: a later answer to what is free is not used, one about a payment or a claim is. */
  readonly cancel: () => void;
}

/** One that its own place on the page does not name: a payment and a claim have one. */
export function isFree(question: OpenQuestion): question is OpenQuestion & { readonly what: FreeQuestion } {
  return question.what !== 'pay' && question.what !== 'claim';
}

/** The question that a wallet has not answered, for the page to name; the newest, if there are several. */
export const $openQuestion = atom<OpenQuestion | null>(null);

let open: readonly OpenQuestion[] = [];

/**
 * Names a question on the page until the returned function closes it. Closes it by itself, and calls `end`, after two
 * minutes (`timeout`) or once the visitor waits no longer (`stop`).
 */
export function openQuestion(what: WalletQuestion, end: (how: 'timeout' | 'stop') => void): () => void {
  const close = () => {
    clearTimeout(timer);
    show(open.filter((other) => other !== question));
  };
  const endBy = (how: 'timeout' | 'stop') => {
    if (!open.includes(question)) return;
    close();
    end(how);
  };
  const timer = setTimeout(() => endBy('timeout'), PURCHASE_TIMES.walletTimeoutMs);
  const question: OpenQuestion = { what, cancel: () => endBy('stop') };
  show([...open, question]);
  return close;
}

/**
 * Asks a wallet for what is free, and names the question on the page until it is answered. A wallet that has another
 * request open is asked again once that is answered, as one does by itself that keeps requests in a row. Throws the
 * wallet's error, DeadlineError after two minutes, or code 4001 once the visitor gives up on the page, as if refused in
 * the wallet.
 */
export async function askWallet<T>(what: FreeQuestion, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  let isOpen = true;
  let close = () => {};
  const ended = new Promise<never>((_, reject) => {
    close = openQuestion(what, (how) => {
      if (how === 'timeout') return reject(new DeadlineError('the wallet did not answer in time'));
      control.abort();
      reject(Object.assign(new Error('given up on the page'), { code: 4001 }));
    });
  });
  try {
    return await Promise.race([
      untilTaken(
        () => ask(control.signal),
        () => isOpen,
      ),
      ended,
    ]);
  } catch (error) {
    throw asError(error);
  } finally {
    isOpen = false;
    close();
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
