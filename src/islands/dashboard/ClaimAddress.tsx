import { useId } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { listOf } from '#src/lib/text/joins.ts';
import { DestinationForm } from './DestinationForm.tsx';
import type { DashboardProps, DashboardText } from './dashboard-props.ts';

interface Props {
  readonly holdings: Holdings;
  /** Shows itself only to those who have to do something, or only to the others. */
  readonly isUrgent: boolean;
}

/** Where the connected wallet's SYNX will go, and what its owner has to do for it, which is nothing for most. */
export function ClaimAddress({ holdings, isUrgent }: Props) {
  const { t, tag } = usePage<DashboardProps>();
  const title = useId();
  // Figures that were kept before this existed have no answer.
  const claim = holdings.claim as Holdings['claim'] | undefined;
  // A contract that has bought nothing can name no address: no chain is known on which it would have to vouch.
  const isOpen = claim?.class === 'unknown' || claim?.class === 'waiting';
  if (claim === undefined || (isOpen && holdings.purchasesTotal === 0)) return null;
  const isWaiting = claim.class === 'waiting';
  if (isWaiting !== isUrgent) return null;
  const chain = nameOf(claim.chainId);
  return (
    <section className="card wide" aria-labelledby={title}>
      <h2 id={title}>{t('dashboard.claim')}</h2>
      <p>{sentenceOf(t, tag, claim)}</p>
      {isWaiting && <DestinationForm chain={chain} wallet={holdings.wallet} claim={claim} />}
    </section>
  );
}

function sentenceOf(t: DashboardText, tag: string, claim: Holdings['claim']): string {
  const elsewhere = claim.contractOn.filter((chainId) => chainId !== claim.chainId);
  const chains = listOf((elsewhere.length === 0 ? claim.contractOn : elsewhere).map(nameOf), tag);
  if (claim.class === 'unknown' && claim.contractOn.length > 0 && claim.chainId === null)
    return t('dashboard.claim.undecided', { chains });
  return t(`dashboard.claim.${claim.class}`, { chain: nameOf(claim.chainId), chains });
}

function nameOf(chainId: number | null): string {
  return isChainId(chainId) ? CHAINS[chainId].name : '';
}
