import type { BrowserContext, Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';

/** The extension in the browser that was started with it. */
export interface Extension {
  readonly context: BrowserContext;
  /** Opens a page of the extension in a tab, such as `popup.html#/settings`. */
  open(path: string): Promise<Page>;
  /** The next window that the wallet opens. */
  window(): Promise<Page>;
  /** Switches the browser’s "Allow access to file URLs" off, which ends the extension here. */
  refuseFiles(): Promise<void>;
}

/** Asks a local chain; its whole answer, as JSON-RPC. */
export type AskChain = (chainId: ChainId, method: string, params: unknown) => Promise<unknown>;

/** How the windows of one wallet are operated. A step that a wallet does not offer is null. */
export interface WalletDriver {
  /** The name in its manifest. */
  readonly manifest: string;
  /** The name under which it announces itself to pages. */
  readonly name: string;
  /** How to build it from public source, as commands. */
  readonly build: readonly string[];
  /** The nodes that the wallet uses, by host: they lead to the local chains. */
  readonly nodes: Readonly<Record<string, ChainId>>;
  /** What another host of the wallet's makers answers; undefined if nothing. */
  readonly answer?: (url: URL, body: string, ask: AskChain) => Promise<unknown>;
  /** Sets the wallet up with a recovery phrase, and leaves it unlocked. */
  readonly importPhrase: (extension: Extension, phrase: string) => Promise<void>;
  /** In its next window, or in `open`, which has opened before. */
  readonly approveConnection: (extension: Extension, open?: Page) => Promise<void>;
  readonly rejectConnection: (extension: Extension) => Promise<void>;
  readonly approvePayment: (extension: Extension) => Promise<void>;
  readonly rejectPayment: (extension: Extension) => Promise<void>;
  /** Pays more for the pending payment, from the wallet’s own list. */
  readonly speedUp: ((extension: Extension) => Promise<void>) | null;
  readonly lock: (extension: Extension) => Promise<void>;
  readonly unlock: (extension: Extension) => Promise<void>;
}
