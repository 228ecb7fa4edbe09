import { type ReactNode, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { DataTable } from '#src/components/ui/DataTable.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { EXPORT_ROWS } from '#src/config/limits.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import { formatTime, paymentTime } from '#src/lib/time/format-time.ts';
import { paymentNameKey, reasonKey, statusFacts } from '#src/purchase/payment-statuses.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';
import { ProveOwner } from './ProveOwner.tsx';

const FILTERS = ['all', 'credited', 'open', 'other'] as const;
type Filter = (typeof FILTERS)[number];

const COLUMNS = [
  'dashboard.when',
  'payment.paid',
  'payment.value',
  'payment.price',
  'payment.tokens',
  'dashboard.state',
  'dashboard.confirmations',
  'dashboard.details',
] as const;

type Props = Omit<DashboardPart, 'hidden'>;

/** Every payment of an address with its outcome; the exports also contain those that are not listed. */
export function Purchases({ display, holdings, isOwn }: Props) {
  const { t } = usePage<DashboardProps>();
  const [filter, setFilter] = useState<Filter>('all');
  const { purchases, purchasesTotal, wallet } = holdings;
  const shown = purchases.filter((purchase) => filter === 'all' || statusFacts(purchase.status).group === filter);
  const title = t('dashboard.purchases');
  return (
    <section className="card wide" id="purchases">
      <div className="row row-between">
        <h2>{title}</h2>
        <Tools wallet={wallet} filter={filter} onFilter={setFilter} />
      </div>
      {purchases.length === 0 && <p>{t('dashboard.purchases.none')}</p>}
      {shown.length > 0 && (
        <DataTable label={title} columns={COLUMNS.map((name) => t(name))} isStacked>
          <tbody>
            {shown.map((purchase) => (
              <Row key={purchase.id ?? purchase.transactionHash} display={display} purchase={purchase} />
            ))}
          </tbody>
          {filter === 'all' && <Total display={display} holdings={holdings} />}
        </DataTable>
      )}
      {purchasesTotal > purchases.length && purchasesTotal <= EXPORT_ROWS.others && (
        <p className="note">{t('dashboard.purchases.shown', { shown: purchases.length, total: purchasesTotal })}</p>
      )}
      {isOwn && <ProveOwner key={wallet} wallet={wallet} />}
    </section>
  );
}

/** What all credited payments come to, those included that are not listed. */
function Total({ display, holdings: { usd, tokens } }: Pick<Props, 'display' | 'holdings'>) {
  const { t } = usePage<DashboardProps>();
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {t('dashboard.purchased')}
        </th>
        <Cell column="payment.value">
          <span className="ltr">{display.usd(usd.paid)}</span>
        </Cell>
        <td />
        <Cell column="payment.tokens">
          <span className="ltr">{display.synx(tokens.purchased)}</span>
        </Cell>
        <td colSpan={3} />
      </tr>
    </tfoot>
  );
}

interface CellProps {
  readonly column: (typeof COLUMNS)[number];
  /** There is only a dash in it, which a phone leaves out. */
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}

/** A cell that carries the name of its column, which a phone shows next to it. */
function Cell({ column, isEmpty, children }: CellProps) {
  const { t } = usePage<DashboardProps>();
  return (
    <td data-column={t(column)} data-empty={isEmpty || undefined}>
      <div>{children}</div>
    </td>
  );
}

interface RowProps extends Omit<Props, 'holdings' | 'isOwn'> {
  readonly purchase: PaymentView;
}

function Row({ display, purchase }: RowProps) {
  const { t, tag, paths } = usePage<DashboardProps>();
  const { chainId, usdAmount, tokenAmount, block, confirmations, required } = purchase;
  const trackOf = (hash: string) => `${paths.track}?hash=${hash}${chainId === null ? '' : `&chain=${chainId}`}`;
  return (
    <tr>
      <Cell column="dashboard.when">{formatTime(paymentTime(purchase), tag)}</Cell>
      <Cell column="payment.paid">
        <span className="ltr">{display.text(paymentAmount(purchase, t('payment.notListed'), tag))}</span>
        {chainId !== null && <Below>{CHAINS[chainId].name}</Below>}
      </Cell>
      <Cell column="payment.value" isEmpty={usdAmount === null}>
        <span className="ltr">{usdAmount === null ? '–' : display.usd(usdAmount)}</span>
      </Cell>
      <Cell column="payment.price" isEmpty={purchase.price === null}>
        <Price display={display} purchase={purchase} />
      </Cell>
      <Cell column="payment.tokens" isEmpty={tokenAmount === null}>
        <span className="ltr">{tokenAmount === null ? '–' : display.synx(tokenAmount)}</span>
      </Cell>
      <Cell column="dashboard.state">
        <State display={display} purchase={purchase} trackOf={trackOf} />
      </Cell>
      <Cell column="dashboard.confirmations" isEmpty={block === null}>
        <span className="ltr">{block === null ? '–' : `${Math.min(confirmations, required)}/${required}`}</span>
      </Cell>
      <Cell column="dashboard.details">
        <Links purchase={purchase} trackOf={trackOf} />
      </Cell>
    </tr>
  );
}

/** A note on a line of its own. */
function Below({ children }: Pick<CellProps, 'children'>) {
  return (
    <>
      <br />
      <span className="note">{children}</span>
    </>
  );
}

/** The price of one SYNX, and the phase it belongs to. */
function Price({ display, purchase: { price, phase } }: Omit<StateProps, 'trackOf'>) {
  const { t } = usePage<DashboardProps>();
  return (
    <>
      <span className="ltr">{price === null ? '–' : display.usd(price, 4)}</span>
      {phase !== null && <Below>{t('payment.phase', { phase })}</Below>}
    </>
  );
}

/** Links to more about a payment: the track page, its receipt, and the explorer of its chain. */
function Links({ purchase, trackOf }: Omit<StateProps, 'display'>) {
  const { t, words, paths } = usePage<DashboardProps>();
  const { chainId, transactionHash } = purchase;
  const url = chainId === null ? null : explorerUrl(chainId, 'tx', transactionHash);
  return (
    <div className="row purchase-links">
      <Link
        text={t('dashboard.details')}
        href={trackOf(transactionHash)}
        aria-label={`${t('dashboard.details')}: ${transactionHash}`}
      />
      {purchase.receipt !== null && purchase.id !== null && (
        <Link text={t('payment.receipt')} href={`${paths.receipt}?id=${purchase.id}`} />
      )}
      {url !== null && (
        <a className="link" href={url} target="_blank" rel="noreferrer" data-tip={words.explorer}>
          <span className="unseen">{words.explorer}</span>
          <svg className="drawing" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7 9" />
          </svg>
        </a>
      )}
    </div>
  );
}

interface ToolsProps {
  readonly wallet: string;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/** The filter of the list, and the exports. */
function Tools({ wallet, filter, onFilter }: ToolsProps) {
  const { t } = usePage<DashboardProps>();
  return (
    <div className="row no-print">
      <label className="row filter">
        <span className="label">{t('dashboard.filter')}</span>
        <select className="input" value={filter} onChange={(event) => onFilter(event.currentTarget.value as Filter)}>
          {FILTERS.map((name) => (
            <option key={name} value={name}>
              {t(`dashboard.filter.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <Link
        look="button button-small"
        text={t('dashboard.csv')}
        href={`/api/dashboard/export/${wallet}.csv`}
        download
      />
      <Link
        look="button button-small"
        text={t('dashboard.json')}
        href={`/api/dashboard/export/${wallet}.json`}
        download
      />
      <Button look="small" text={t('dashboard.print')} onClick={() => window.print()} />
    </div>
  );
}

interface StateProps extends Pick<Props, 'display'> {
  readonly purchase: PaymentView;
  readonly trackOf: (hash: string) => string;
}

/** The outcome of a payment, and its reason. */
function State({ display, purchase, trackOf }: StateProps) {
  const { t } = usePage<DashboardProps>();
  const { replacedBy, refundUsd } = purchase;
  return (
    <>
      <span className={statusFacts(purchase.status).tone ?? undefined}>{t(paymentNameKey(purchase))}</span>
      {purchase.reason !== null && <Below>{t(reasonKey(purchase.reason))}</Below>}
      {refundUsd !== null && (
        <Below>
          {t('payment.refund')} <span className="ltr">{display.usd(refundUsd)}</span>
        </Below>
      )}
      {replacedBy && (
        <>
          <Below>{t('api.status.replaced')}</Below>
          <br />
          <Link
            text={t('payment.successor')}
            href={trackOf(replacedBy)}
            aria-label={`${t('payment.successor')}: ${replacedBy}`}
          />
        </>
      )}
    </>
  );
}
