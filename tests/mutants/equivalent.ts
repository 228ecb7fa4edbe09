import type { Mutant } from './draw.ts';

/** A drawn mutant that no test can fail, because nothing outside changes. */
export interface Equivalent extends Mutant {
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/lib/airdrop/human-check.ts',
    find: '-1',
    replace: '+1',
    reason: 'the search for the next nonce begins at 2, and every nonce found is a proof',
  },
  {
    file: 'src/lib/airdrop/video-link.ts',
    find: 'found !== undefined',
    replace: 'true',
    reason: 'the pattern is tried on the text "undefined", which is two characters short',
  },
  {
    file: 'src/lib/text/vote-text.ts',
    find: 'host === undefined || proposal === undefined',
    replace: 'host === undefined && proposal === undefined',
    reason: 'the groups of the pattern match together or not at all',
  },
  {
    file: 'src/lib/money/accrual-series.ts',
    find: 'at > from',
    replace: 'at >= from',
    reason: 'no seconds earn nothing',
  },
  {
    file: 'src/lib/money/rest-cost.ts',
    find: 'remaining > 0n',
    replace: 'remaining >= 0n',
    reason: 'nothing left costs nothing',
  },
];
