import type { Browser } from './browser.ts';
import type { Plan } from './plan.ts';

/** One visitor's purchase and its outcome. */
export interface Purchase {
  /** In lower case; used for this purchase only. */
  readonly wallet: string;
  readonly plan: Plan;
  readonly browser: Browser;
  /** Hashes that the wallet has answered or was about to answer. */
  readonly sent: string[];
}
