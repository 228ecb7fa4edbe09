import { explorerUrl } from '#src/config/explorer-url.ts';
import { formatNumber, formatUsd } from '#src/lib/format-number.ts';
import { type $purchase, resetPurchase } from '#src/stores/purchase.ts';
import type { CardText } from './card-text.ts';
import { successLine } from './success-line.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  readonly purchase: ReturnType<(typeof $purchase)['get']>;
  readonly stakingPath: string;
}

/** What was bought and how far its crediting is; says that the tokens are not in the wallet yet (T42). */
export function SuccessPanel({ t, tag, purchase, stakingPath }: Props) {
  const { result, quoted, hash, chainId, confirmations, outcome } = purchase;
  if (result === null) return null;
  const allocated = result.tokensAllocated ?? result.tokenAmount;
  const tokens = allocated ?? quoted;
  const line = successLine(result.status, outcome);
  const debug = result.status === 'debug';
  const explorer = debug || hash === null || chainId === null ? null : explorerUrl(chainId, 'tx', hash);
  return (
    <div className="receive" role="status">
      <h3 className="success">{t('presale.success.title')}</h3>
      {tokens && (
        <>
          <p className="label">{t('presale.success.bought')}</p>
          <p className="figure">{t('presale.receiveTokens', { tokens: formatNumber(tokens, tag) })}</p>
          {allocated === null && <p className="note">{t('presale.rate.note')}</p>}
        </>
      )}
      <p className="number">{t(line, { confirmations, required: result.required })}</p>
      {result.refundUsd !== null && (
        <p className="warning">{t('presale.success.refund', { usd: formatUsd(result.refundUsd, tag) })}</p>
      )}
      {result.belowMinimum && <p className="note">{t('presale.success.belowMinimum')}</p>}
      {!debug && <p className="note">{t('presale.success.notInWallet')}</p>}
      {explorer !== null && (
        <a className="link" href={explorer} target="_blank" rel="noreferrer">
          {t('presale.success.explorer')}
        </a>
      )}
      <div className="row">
        <a className="button button-primary" href={stakingPath}>
          {t('presale.success.stake')}
        </a>
        <button className="button" type="button" onClick={resetPurchase}>
          {t('presale.success.more')}
        </button>
      </div>
    </div>
  );
}
