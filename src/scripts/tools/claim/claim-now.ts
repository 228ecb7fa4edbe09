import { CLAIM_STATES, claimStateOf } from '#src/client/claim/allocation-states.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { ClaimData } from './claim-data.ts';
import { synxText, utcText } from './claim-format.ts';

/** What is true for every address at `now` (ms), by what our server says of the latest list. */
export function nowText(batch: AllocationView, { texts, words, tag, distributor }: ClaimData, now: number): string {
  const named = batch.distributor;
  const opensAt = Date.parse(batch.opensAt ?? '');
  const state = claimStateOf({
    ...{ batch: batch.state, list: 'read', setAside: null, wallet: null, isPhone: false, claim: null },
    differs: named !== null && (named.claims !== distributor.claims || named.token !== distributor.token),
    entry: { total: 1n, claimed: 0n, opened: opensAt <= now ? 1n : 0n, later: 0n },
    contract: named === null ? 'none' : named.fundedAt === null ? 'unfunded' : 'funded',
  });
  if (state === 'draft') return words.drafted;
  if (state === 'open') return texts['claim.opened'];
  const { total, withdrawnAt, withdrawnReason } = batch;
  const withdrawn = withdrawnAt === null ? '' : formatDay(withdrawnAt.slice(0, 10), tag);
  return fill(texts[CLAIM_STATES[state].text], {
    total: synxText(BigInt(total), tag),
    date: state === 'before' ? utcText(BigInt(opensAt) / 1_000n, tag) : withdrawn,
    reason: withdrawnReason ?? '',
  });
}
