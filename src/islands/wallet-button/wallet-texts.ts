import type { Texts, WindowTexts } from '#src/i18n/namespace.ts';

/** The texts of the button and its menu, which are part of the page. */
export type WalletTexts = Texts<'wallet'>;
/** These and the texts of the wallet's windows, which are not part of the page. */
export type AllWalletTexts = WalletTexts & WindowTexts;

/** What the wallet's windows share. */
export interface WindowProps {
  readonly texts: AllWalletTexts;
  /** The address of the dashboard in the page's language. */
  readonly dashboard: string;
  readonly onClose: () => void;
}
