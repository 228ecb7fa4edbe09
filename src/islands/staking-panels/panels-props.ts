import type { Texts } from '#src/i18n/namespace.ts';
import type { TextOf } from '#src/lib/text-of.ts';

export interface PanelsProps {
  readonly texts: Texts<'staking' | 'wallet' | 'site' | 'error'>;
  /** BCP-47 tag for numbers. */
  readonly tag: string;
  readonly presalePath: string;
}

/** The panels' texts as a function. */
export type PanelText = TextOf<keyof PanelsProps['texts']>;
