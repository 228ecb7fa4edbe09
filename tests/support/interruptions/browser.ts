import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import type { PurchaseIntent } from '#src/purchase/purchase-state.ts';
import type { FromPage, PageStart, WalletAnswer } from './page-messages.ts';

/** A wallet's handling of a page's call; throws an error with a code as wallets do. */
export type AnswerCall = (method: string, params: readonly unknown[]) => Promise<unknown>;

export interface Page {
  /** Resolves when the purchase, or the page, has ended. */
  readonly over: Promise<void>;
  /** Ends the page at this instant, in any state. */
  close(): Promise<void>;
}

/** A visitor's browser: its storage outlives its pages, its wallet is a separate program. */
export class Browser {
  /** The pages' toasts, in order. */
  readonly toasts: string[] = [];
  lastStage = '';
  readonly #storageFile: string;
  readonly #bundle: string;
  readonly #url: string;
  readonly #answer: AnswerCall;

  constructor(options: { folder: string; name: string; bundle: string; url: string; answer: AnswerCall }) {
    this.#storageFile = join(options.folder, `${options.name}.json`);
    this.#bundle = options.bundle;
    this.#url = options.url;
    this.#answer = options.answer;
  }

  /** Opens a page that buys, or that only continues with the stored payments. */
  open(intent: PurchaseIntent | null): Page {
    const workerData: PageStart = { url: this.#url, storageFile: this.#storageFile, intent };
    const worker = new Worker(this.#bundle, { workerData, stdout: false, stderr: false });
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    worker.on('exit', () => end());
    worker.on('error', () => end());
    worker.on('message', (message: FromPage) => {
      if (message.type === 'over') end();
      if (message.type === 'toast') this.toasts.push(message.key);
      if (message.type === 'stage') this.lastStage = message.stage;
      if (message.type !== 'call') return;
      const { id, method, params } = message;
      const reply = (answer: Omit<WalletAnswer, 'id'>) => worker.postMessage({ id, ...answer });
      this.#answer(method, params).then(
        (result) => reply({ result }),
        (error: { code?: number; message?: string }) =>
          reply({ error: { code: error.code ?? -32603, message: error.message ?? '' } }),
      );
    });
    return { over, close: async () => void (await worker.terminate()) };
  }

  /** Hashes of payments that the browser keeps because the API has not settled them. */
  kept(): string[] {
    if (!existsSync(this.#storageFile)) return [];
    const items = JSON.parse(readFileSync(this.#storageFile, 'utf8')) as Record<string, string>;
    return Object.keys(items).flatMap((key) =>
      key.startsWith(PENDING_PURCHASE) ? [key.slice(PENDING_PURCHASE.length)] : [],
    );
  }
}
