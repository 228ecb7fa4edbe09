import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { CountedUp } from '#src/components/ui/CountedUp.tsx';
import { AllocationBar, type AllocationPart } from '#src/components/ui/charts/AllocationBar.tsx';
import { hasEstimate } from '#src/components/ui/EstimateLater.tsx';
import { Figure } from '#src/components/ui/Figure.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { formatFixed, formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { isPositive, partOf, percentOf } from '#src/lib/money/staking-format.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { asLabel, gapOf } from '#src/lib/text/joins.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $allocation, $entry, hasOpened, isClaimOpen } from '#src/stores/allocation.ts';
import { $airdropBoard, $hidden, $standing, $viewedParticipant } from '#src/stores/dashboard.ts';
import { $pricing, hasEnded } from '#src/stores/presale.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';

type Props = Omit<DashboardPart, 'hidden'>;

const REWARD_DIGITS = 2;

/** An address's holdings: one balance, what it consists of, and its price; the value uses the sale's own price. */
export function HoldingsPanel({ display, holdings, isOwn }: Props) {
  const { t, tag, paths, facts } = usePage<DashboardProps>();
  const { tokens, usd } = holdings;
  const label = useId();
  const isPriced = !isPriceSame(holdings);
  // Then only the contract knows how much, and the page of the claim says it.
  const batch = useStore($allocation).data;
  const entry = useStore($entry).data?.entry;
  const now = Date.parse(holdings.asOf);
  const isOpen = isClaimOpen(batch, now);
  const claim = hasOpened(batch, entry, now) ? paths.claim : null;
  return (
    <section className="card wide holdings">
      <div className="row row-between holdings-head">
        <div>
          <h2>{t('dashboard.holdings')}</h2>
          <p className="label" id={label}>
            {t('dashboard.purchased')}
          </p>
          <p className="balance">
            {/* biome-ignore lint/a11y/useSemanticElements: a figure of the page, not the result of a form */}
            <span role="group" aria-labelledby={label}>
              <span className="ltr">
                <CountedUp key={holdings.wallet} value={tokens.purchased} write={(amount) => display.synx(amount)} />
              </span>
            </span>
            <span className="balance-unit">SYNX</span>
          </p>
          {isPositive(tokens.purchased) && <Where display={display} claimable={isOpen ? null : tokens.claimable} />}
          {isPriced && (
            <p className="row balance-value">
              <span>{t('dashboard.value')}</span>
              <span className="ltr number">{display.usd(usd.atCurrentPrice)}</span>
            </p>
          )}
        </div>
        {isOwn && <Actions holdings={holdings} claim={claim} />}
      </div>
      <Allocation display={display} holdings={holdings} />
      <div className="figures holdings-facts">
        <Figure label={t('dashboard.paid')} value={display.usd(usd.paid)} />
        <Figure
          label={t('dashboard.average')}
          value={usd.averagePrice === null ? '–' : display.usd(usd.averagePrice, 4)}
        />
        <Figure label={t('dashboard.share')} value={display.share(percentOf(tokens.purchased, facts.supply, 12))} />
      </div>
      <p className="note">
        {isPriced && (
          <>
            <span>{t('dashboard.valueNote')}</span>{' '}
          </>
        )}
        <span>{t('payment.asOf', { time: formatTime(holdings.asOf, tag) })}</span>
      </p>
    </section>
  );
}

interface WhereProps extends Pick<Props, 'display'> {
  /** Null once only the contract knows it. */
  readonly claimable: string | null;
}

/** That what was bought is not in the wallet, and how much of it can be claimed. */
function Where({ display, claimable }: WhereProps) {
  const { t, tag } = usePage<DashboardProps>();
  const label = t('dashboard.claimable');
  return (
    <p className="note">
      <span>{t('dashboard.books') + gapOf(tag)}</span>
      {claimable !== null && (
        <>
          <span>{asLabel(label, tag)}</span>
          {/* biome-ignore lint/a11y/useSemanticElements: a figure of the page, not the result of a form */}
          <span className="ltr" role="group" aria-label={label}>
            {display.synx(claimable)}
          </span>
        </>
      )}
    </p>
  );
}

/** What the balance consists of, and what may come on top: rewards and the airdrop, in inks of what is not held yet. */
function Allocation({ display, holdings: { tokens } }: Pick<Props, 'display' | 'holdings'>) {
  const { t } = usePage<DashboardProps>();
  const isHidden = useStore($hidden);
  const airdrop = useAirdrop({ display });
  const unitsOf = (amount: string) => parseDecimal(amount, SYNX_DECIMALS) ?? 0n;
  // Less can be staked than is there once a list is drafted: then nothing can.
  const unstaked = unitsOf(tokens.purchased) - unitsOf(tokens.staked);
  const canStake = unstaked === unitsOf(tokens.availableToStake);
  return (
    <AllocationBar
      isHidden={isHidden}
      parts={[
        {
          label: t(canStake ? 'staking.balance.available' : 'dashboard.allocation.unstaked'),
          value: display.synx(formatUnits(unstaked, SYNX_DECIMALS)),
          ...{ amount: unstaked, ink: 'lines' },
        },
        {
          ...{ label: t('staking.balance.staked'), value: display.synx(tokens.staked) },
          ...{ amount: unitsOf(tokens.staked), ink: 'solid' },
        },
        {
          ...{ label: t('staking.rewards.estimated'), value: display.synx(tokens.estimatedRewards, REWARD_DIGITS) },
          // Nothing is drawn of an amount that is shown as 0.
          ...{
            amount: unitsOf(formatFixed(unitsOf(tokens.estimatedRewards), SYNX_DECIMALS, REWARD_DIGITS)),
            ink: 'hatch',
          },
        },
        airdrop,
      ]}
    />
  );
}

/** The points and no amount, then their lower estimate once enough wallets share the pool. */
function useAirdrop({ display }: Pick<Props, 'display'>): AllocationPart {
  const { t, tag, facts } = usePage<DashboardProps>();
  const points = useStore($viewedParticipant).data?.totalPoints;
  const own = useStore($standing).data?.[0];
  const isEstimated = hasEstimate(useStore($airdropBoard).data);
  if (!isEstimated || own === undefined)
    return {
      label: t('dashboard.allocation.points'),
      value: points === undefined ? '–' : display.text(formatNumber(String(points), tag)),
      ...{ amount: 0n, ink: 'dots' },
    };
  const estimate = partOf(facts.pools[0], own.sharePercent);
  return {
    ...{ label: t('dashboard.allocation.airdrop'), value: display.synx(estimate) },
    ...{ amount: parseDecimal(estimate, SYNX_DECIMALS) ?? 0n, ink: 'dots' },
  };
}

interface ActionsProps extends Pick<Props, 'holdings'> {
  /** Address of the page of the claim; null before anything can be claimed. */
  readonly claim: string | null;
}

function Actions({ holdings: { tokens }, claim }: ActionsProps) {
  const { words, paths } = usePage<DashboardProps>();
  const isOver = hasEnded(useStore($pricing).data);
  return (
    <div className="row no-print">
      {claim !== null && <Link look="button button-primary" text={words.claim} href={claim} />}
      {isPositive(tokens.availableToStake) && (
        <Link look="button button-primary" text={words.stake} href={paths.staking} />
      )}
      {!isOver && <Link look="button" text={words.buy} href={paths.presale} />}
    </div>
  );
}

/** Whether the tokens cost what they cost now: then their value differs by rounding alone, and reads like a loss. */
function isPriceSame({ tokens, usd, purchasesTotal }: Holdings): boolean {
  const held = parseDecimal(tokens.purchased, SYNX_DECIMALS) ?? 0n;
  const [value, paid] = [usd.atCurrentPrice, usd.paid].map((text) => parseDecimal(text, USD_DECIMALS) ?? 0n) as [
    bigint,
    bigint,
  ];
  const gap = value > paid ? value - paid : paid - value;
  return gap * held <= value * 10n ** BigInt(SYNX_DECIMALS) * BigInt(purchasesTotal);
}
