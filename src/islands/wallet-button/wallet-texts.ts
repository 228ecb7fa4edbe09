import type { Texts, WindowTexts } from '#src/i18n/namespace.ts';

/** The words of the button and its menu, which are part of the page. */
export type WalletTexts = Texts<'wallet'>;
/** These and the words of its windows, which are not. */
export type AllWalletTexts = WalletTexts & WindowTexts;
