import { useState } from 'react';
import { copyText } from '#src/client/copy-text.ts';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { ChainId } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';
import type { PaymentsPage } from './payments-props.ts';

interface Props {
  readonly hash: string;
  readonly chainId: ChainId | null;
  /** Address of the page with the receipt, if there is one. */
  readonly receipt?: string | null;
}

/** A hash with its actions: copy, block explorer, our own tracking, receipt. */
export function HashLinks({ hash, chainId, receipt = null }: Props) {
  const { t, trackPath } = usePage<PaymentsPage>();
  const [copied, setCopied] = useState(false);
  const explorer = chainId === null ? null : explorerUrl(chainId, 'tx', hash);
  const copy = async (button: Element) => setCopied(await copyText(button, hash));
  return (
    <div className="stack-tight">
      <p className="hash ltr number break">{hash}</p>
      <p className="row">
        <button className="link" type="button" onClick={({ currentTarget }) => void copy(currentTarget)}>
          {t(copied ? 'payment.copied' : 'payment.copyHash')}
        </button>
        {explorer !== null && <Link text={t('pay.hash.explorer')} apart href={explorer} />}
        <Link text={t('pay.hash.track')} href={trackAddress(trackPath, { hash, chainId })} />
        {receipt !== null && <Link text={t('payment.receipt')} href={receipt} />}
      </p>
    </div>
  );
}
