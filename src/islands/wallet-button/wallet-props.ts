import type { Texts, WindowTexts } from '#src/i18n/namespace.ts';

export interface WalletProps {
  readonly texts: Texts<'wallet' | 'error'>;
  /** Address of the texts of the wallet's windows. */
  readonly windowTexts: string;
  /** The menu's entry "Dashboard". */
  readonly dashboard: { readonly href: string; readonly text: string };
  /** The menu's entry "My transactions". */
  readonly transactions: string;
}

/** The same with the texts of the wallet's windows, which are not part of the page. */
export type WindowPage = WalletProps & { readonly texts: WindowTexts };

/** The props of a window of the wallet. */
export interface WindowProps {
  readonly onClose: () => void;
}
