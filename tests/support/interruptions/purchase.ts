import type { Browser } from './browser.ts';
import type { Plan } from './plan.ts';

/** One visitor's purchase and what came of it. */
export interface Purchase {
  /** In lower case; used for this purchase alone. */
  readonly wallet: string;
  readonly plan: Plan;
  readonly browser: Browser;
  /** Hashes that the wallet has answered or was about to answer. */
  readonly sent: string[];
}
