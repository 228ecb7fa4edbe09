import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { RequestError } from '#src/client/request.ts';
import { Page, usePage } from '#src/components/ui/page.tsx';
import { Settled } from '#src/components/ui/Settled.tsx';
import { areAnswered } from '#src/components/ui/use-settled.ts';
import { isOnTheWay } from '#src/purchase/payment-statuses.ts';
import {
  $airdropBoard,
  $boards,
  $hidden,
  $holdings,
  $lookupAddress,
  $standing,
  $viewedParticipant,
  $viewedWallet,
  lastHoldings,
  refreshHoldings,
} from '#src/stores/dashboard.ts';
import { $pricing } from '#src/stores/presale.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { ClaimAddress } from './ClaimAddress.tsx';
import { Dates } from './Dates.tsx';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';
import { displayFor } from './display.ts';
import { HoldingsPanel } from './HoldingsPanel.tsx';
import { Leaderboards } from './Leaderboards.tsx';
import { Loyalty } from './Loyalty.tsx';
import { MissionSummary } from './MissionSummary.tsx';
import { Purchases } from './Purchases.tsx';
import { Stakes } from './Stakes.tsx';
import { useEntry } from './use-entry.ts';
import { WalletLookup } from './WalletLookup.tsx';

/** A payment in progress changes within blocks, not within seconds; milliseconds. No back-off: few pages ask. */
const OPEN_MS = 10_000;
/** Otherwise only a payment that the API has not read yet can appear; milliseconds. */
const QUIET_MS = 30_000;

/** The dashboard in the browser: of the connected wallet, or of any address the visitor looks up. */
export function LiveDashboard() {
  const { t, tag } = usePage<DashboardProps>();
  const viewed = useStore($viewedWallet);
  const hidden = useStore($hidden);
  const { data, error } = useStore($holdings);
  const holdings = viewed === null ? null : (data ?? (error === undefined ? null : lastHoldings(viewed)));
  const display = displayFor(tag, hidden);
  const isOwn = useStore($wallet).account?.toLowerCase() === viewed;
  const boards = [useStore($boards.holdings), useStore($boards.staked)];
  const pricing = useStore($pricing);
  const points = [useStore($viewedParticipant), useStore($standing), useStore($airdropBoard)];
  const entry = useEntry();
  const isAnswered =
    areAnswered(...boards) &&
    (viewed === null ? !isLookUp() : areAnswered({ data, error }, pricing, ...points) && entry.isAnswered);
  const part = { display, isOwn, hidden };
  const isOpen = holdings?.purchases.some(({ status }) => isOnTheWay(status)) ?? false;
  const hasStakes = (holdings?.stakes.length ?? 0) > 0;

  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('address');
    if (asked !== null) $lookupAddress.set(asked);
  }, []);
  useEffect(() => {
    if (viewed === null) return;
    const timer = setInterval(() => document.hidden || refreshHoldings(), isOpen ? OPEN_MS : QUIET_MS);
    return () => clearInterval(timer);
  }, [viewed, isOpen]);

  return (
    <Settled loading={t('site.loading')} answered={isAnswered}>
      <div className="dashboard">
        <WalletLookup refusal={error instanceof RequestError ? error.code : null} />
        {viewed !== null && error !== undefined && (
          <p className="danger wide" role="status">
            {holdings === null ? t('staking.unavailable') : t('payment.stale')}
          </p>
        )}
        {holdings !== null && (
          <>
            <HoldingsPanel {...part} holdings={holdings} />
            {isOwn && <ClaimAddress holdings={holdings} isUrgent={true} />}
            {entry.shown !== null && <EntryPlace {...part} {...entry.shown} holdings={holdings} />}
            <Purchases {...part} holdings={holdings} />
            {hasStakes ? (
              <Stakes {...part} holdings={holdings} />
            ) : (
              <div className="dashboard-short wide">
                <Stakes {...part} holdings={holdings} />
                {isOwn && <ClaimAddress holdings={holdings} isUrgent={false} />}
              </div>
            )}
            <Dates {...part} holdings={holdings} />
            <div className="dashboard-column">
              <Loyalty {...part} holdings={holdings} />
              <MissionSummary {...part} />
              {isOwn && hasStakes && <ClaimAddress holdings={holdings} isUrgent={false} />}
            </div>
          </>
        )}
        <Leaderboards display={display} viewed={viewed} />
      </div>
    </Settled>
  );
}

interface EntryPlaceProps extends DashboardPart, NonNullable<ReturnType<typeof useEntry>['shown']> {}

/** The wallet's entry of the list, or that the code for it could not be loaded. */
function EntryPlace({ part, batch, entry, ...others }: EntryPlaceProps) {
  const { t } = usePage<DashboardProps>();
  if (part === 'failed') return <p className="danger wide">{t('staking.unavailable')}</p>;
  return (
    <Page given={{ texts: part.texts }}>
      <part.EntryPanel {...others} batch={batch} view={entry} />
    </Page>
  );
}

/** Whether the page's address names a wallet. */
function isLookUp(): boolean {
  return new URLSearchParams(location.search).has('address');
}
