import type { Texts } from '#src/i18n/namespace.ts';

export type WalletTexts = Texts<'wallet'>;
