import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { useServerClock } from '#src/components/ui/use-server-clock.ts';
import { CHAINS } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { OPERATOR, type Operator, operatorLine } from '#src/config/operator.ts';
import { findToken, type Token } from '#src/config/tokens.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { usdToDecimal } from '#src/lib/money/quote.ts';
import { amountWorth } from '#src/lib/money/rest-cost.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { groupAddress } from '#src/lib/text/group-address.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { cardQuote, partLine, restAmount } from '#src/purchase/offer/card-quote.ts';
import { answerSummary } from '#src/purchase/offer/purchase.ts';
import { effectiveMinimum, priceOf } from '#src/purchase/offer/purchase-rules.ts';
import { $paymentRequests, needsConsent, requestTime } from '#src/purchase/payment-requests.ts';
import type { PurchaseIntent, PurchaseSummary } from '#src/purchase/purchase-state.ts';
import { refreshQueries } from '#src/stores/queries.ts';
import type { CardPartProps, LaterCardProps, LaterCardText } from '../card-props.ts';
import { UnknownPayments } from '../EarlierPayments.tsx';
import { feeInDollars } from '../network-fee.ts';
import { type Oversold, OversoldNotice } from './OversoldNotice.tsx';
import { Risks } from './Risks.tsx';
import { SummaryActions } from './SummaryActions.tsx';
import { acceptedTerms, type Consent, coversAll, storeTerms, summaryAge } from './summary-facts.ts';
import { TickBox } from './TickBox.tsx';

/** How often the open sheet reads the remaining stock, in milliseconds; it is open too briefly to back off. */
const STOCK_MS = 10_000;

/** Amount, recipient and purpose before the wallet opens (decision 14); only Confirm sends, Cancel has the focus. */
export function SummarySheet(props: CardPartProps) {
  const { intent, summary } = props.card.purchase;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refreshQueries(['/api/presale/pricing']), STOCK_MS);
    return () => clearInterval(timer);
  }, []);
  const token = intent === null ? undefined : findToken(intent.chainId, intent.symbol);
  if (intent === null || summary === null || token === undefined) return null;
  return <Sheet {...props} intent={intent} summary={summary} token={token} />;
}

type SheetProps = CardPartProps & Pick<Summarised, 'intent' | 'summary' | 'token'>;

function Sheet({ card, intent, summary, token }: SheetProps) {
  const { t, tag, terms } = usePage<LaterCardProps>();
  useServerClock(undefined);
  const now = summary.checkedAt + summary.ageMs();
  // Acceptance of the terms is requested once, before the first purchase (decision 47).
  const [accepted, setAccepted] = useState(() => acceptedTerms() === terms.version);
  const [ticked, setTicked] = useState(false);
  const [missed, setMissed] = useState(false);
  // Consent to paying for nothing applies to that amount only: the sale may have less by now.
  const [agreed, setAgreed] = useState<bigint | null>(null);
  const figures = figuresOf({ tag, card, now, intent, summary, token });
  const { quote, isOld, oversold, rest, write } = figures;
  const agrees = agreed === quote.unallotted;
  const warning = usePayAgain(summary);
  const cancel = () => answerSummary(null);
  const confirm = () => {
    if ((oversold !== null && !agrees) || (!accepted && !ticked) || !warning.agrees) return setMissed(true);
    storeTerms(terms.version);
    setAccepted(true);
    answerSummary({ termsVersion: terms.version });
  };
  const fill = () => {
    const least = formatUnits(rest, token.decimals);
    card.fillIn(least);
    answerSummary({ termsVersion: null, amount: least });
  };
  const readAgain = () => answerSummary({ termsVersion: null, again: true });
  return (
    <Dialog title={t('pay.review.title')} className="review" onClose={cancel}>
      <UnknownPayments />
      {oversold !== null && !isOld && <OversoldNotice oversold={oversold} />}
      <Facts {...{ intent, summary, figures, now }} coinE8={card.rates.coinE8} operator={OPERATOR} />
      <Risks operator={OPERATOR} />
      {oversold !== null && !isOld && (
        <TickBox
          label={t('pay.over.agree', { amount: oversold.amount, usd: oversold.usd })}
          ticked={agrees}
          problem={missed && !agrees ? t('pay.over.agreeNeeded') : null}
          onChange={(yes) => setAgreed(yes ? quote.unallotted : null)}
        />
      )}
      {warning.isNeeded && (
        <TickBox
          label={t('pay.unknown.agree')}
          ticked={warning.agrees}
          problem={missed && !warning.agrees ? t('pay.unknown.agreeNeeded') : null}
          onChange={warning.agree}
        />
      )}
      {!accepted && <TermsTick ticked={ticked} missed={missed} onChange={setTicked} />}
      <SummaryActions
        isOld={isOld}
        oversold={oversold !== null}
        fill={oversold?.minimum === null ? { amount: write(rest), press: fill } : null}
        onCancel={cancel}
        onConfirm={confirm}
        onReadAgain={readAgain}
      />
    </Dialog>
  );
}

/**
 * Consent to another payment while it is not known whether these earlier ones were sent. Each summary asks for it, and
 * asks again for a payment that was not named at the tick.
 */
function usePayAgain(summary: PurchaseSummary) {
  const [agreed, setAgreed] = useState<Consent | null>(null);
  const requests = useStore($paymentRequests);
  const ids = requests.filter((request) => needsConsent(request, requestTime())).map(({ id }) => id);
  const asked = { summary, ids };
  return {
    isNeeded: ids.length > 0,
    agrees: ids.length === 0 || coversAll(agreed, asked),
    agree: (yes: boolean) => setAgreed(yes ? asked : null),
  };
}

interface TermsTickProps {
  readonly ticked: boolean;
  /** Confirm was pressed too early. */
  readonly missed: boolean;
  readonly onChange: (ticked: boolean) => void;
}

function TermsTick({ ticked, missed, onChange }: TermsTickProps) {
  const { t, terms } = usePage<LaterCardProps>();
  return (
    <TickBox
      label={t('pay.review.terms')}
      ticked={ticked}
      problem={missed && !ticked ? t('pay.review.termsNeeded') : null}
      onChange={onChange}
    >
      <Link text={t('pay.review.termsLink')} apart href={terms.path} />
    </TickBox>
  );
}

interface Summarised {
  readonly tag: string;
  readonly card: CardPartProps['card'];
  /** Milliseconds since 1970, by the visitor's clock at the check. */
  readonly now: number;
  readonly intent: PurchaseIntent;
  readonly summary: PurchaseSummary;
  readonly token: Token;
}

/** The sheet's figures for a purchase, by the prices it was checked at and the sale's current stock. */
function figuresOf({ tag, card, now, intent, summary, token }: Summarised) {
  const { rates } = summary.quote;
  const synx = formatUnits(rates.synxE8, 8);
  const amount = parseDecimal(intent.amount, token.decimals) ?? 0n;
  const { data: pricing } = card.pricing;
  const priced = { coinE8: rates.coinE8, synx };
  const quote = cardQuote(token, amount, priced, pricing);
  const isMoved = pricing !== undefined && (pricing.phase !== summary.quote.phase || pricing.saleStatus !== 'open');
  const isOld = now - summary.checkedAt > OFFER_MAX_AGE_MS || isMoved;

  const write = (units: bigint) => `${formatNumber(formatUnits(units, token.decimals), tag, 0, 6)} ${token.display}`;
  const minimum = effectiveMinimum(token, rates);
  const rest = restAmount(token, priced, pricing) ?? 0n;
  const oversold: Oversold | null =
    quote.unallotted === 0n
      ? null
      : {
          amount: write(amountWorth(quote.unallotted, token.decimals, priceOf(token, rates.coinE8))),
          usd: formatUsd(usdToDecimal(quote.unallotted), tag),
          tokens: formatNumber(String(quote.tokens), tag),
          minimum: rest < minimum ? write(minimum) : null,
        };
  return { token, amount, synx, quote, isMoved, isOld, oversold, rest, write };
}

interface FactsProps extends Pick<Summarised, 'intent' | 'summary' | 'now'> {
  /** The coin's current price in 10^-8 USD. */
  readonly coinE8: bigint;
  readonly figures: Omit<ReturnType<typeof figuresOf>, 'oversold' | 'rest' | 'write'>;
  /** Who sells; null in a build that names nobody. */
  readonly operator: Operator | null;
}

/** The value first, then where it goes. */
export function Facts({ coinE8, intent, summary, figures, now, operator }: FactsProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { name, networkName } = CHAINS[intent.chainId];
  const { amount, token, quote } = figures;
  const explorer = explorerUrl(intent.chainId, 'address', summary.recipient);
  const paid = `${formatNumber(formatUnits(amount, token.decimals), tag, 0, token.decimals)} ${token.display}`;
  return (
    <>
      <dl className="trade">
        <div>
          <dt>{t('pay.review.pay')}</dt>
          <dd>
            <span className="figure ltr">{paid}</span>
            <span className="note block">
              {t('presale.rate.value', { usd: formatUsd(usdToDecimal(quote.value), tag) })}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('pay.review.receive')}</dt>
          <dd>
            <span className="figure ltr">
              {t('presale.receiveTokens', { tokens: formatNumber(String(quote.tokens), tag) })}
            </span>
            {quote.parts.length > 1 &&
              quote.parts.map((part) => (
                <span className="note block number" key={part.phase}>
                  {partLine(t, tag, part)}
                </span>
              ))}
          </dd>
        </div>
      </dl>
      <dl className="facts">
        <PriceFact summary={summary} figures={figures} now={now} />
        <Fact name={t('pay.review.gas')}>{gasText(t, tag, { coinE8, intent, summary })}</Fact>
        <Fact name={t('pay.review.from')}>
          <span className="ltr number">{shortenAddress(summary.account)}</span>
          {summary.unread && <span className="warning block">{t('pay.review.unread')}</span>}
        </Fact>
        <Fact name={t('pay.review.network')}>
          {networkName.startsWith(name) ? networkName : name + inBrackets(networkName, tag)}
        </Fact>
        {operator !== null && (
          <Fact name={t('pay.review.seller')}>
            <bdi>{operatorLine(operator)}</bdi>
          </Fact>
        )}
        <div className="whole">
          <dt>{t('pay.review.recipient')}</dt>
          <dd>
            <span className="grouped ltr">
              {groupAddress(summary.recipient).map((group, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never change their order
                <span key={index}>{group}</span>
              ))}
            </span>
            <span className="note block">{t('pay.review.compare')}</span>
            <span className="note block">{t('pay.review.exactly', { amount: paid })}</span>
            {explorer !== null && <Link text={t('pay.hash.explorer')} apart href={explorer} />}
          </dd>
        </div>
      </dl>
    </>
  );
}

function PriceFact({ summary, figures, now }: Omit<FactsProps, 'intent' | 'coinE8' | 'operator'>) {
  const { t, tag } = usePage<LaterCardProps>();
  return (
    <Fact name={t('pay.review.price')}>
      <span className="ltr number">{t('presale.rate.token', { price: formatUsd(figures.synx, tag, 6) })}</span>
      <span className={figures.isOld ? 'warning' : 'note'}>
        {figures.isMoved
          ? t('pay.review.changed')
          : figures.isOld
            ? t('pay.review.old')
            : t('pay.review.age', { seconds: summaryAge(summary, now) })}
      </span>
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** About what the network fee is: wallets set their own limit and price. */
function gasText(t: LaterCardText, tag: string, facts: Pick<FactsProps, 'coinE8' | 'intent' | 'summary'>): string {
  const { coinE8, intent, summary } = facts;
  if (summary.gasCost === null) return t('pay.review.gasUnknown');
  return t('pay.review.gasAbout', {
    amount: formatNumber(formatUnits(summary.gasCost, 18), tag, 0, 8),
    coin: CHAINS[intent.chainId].nativeCurrency.symbol,
    usd: feeInDollars(summary.gasCost, coinE8, tag),
  });
}
