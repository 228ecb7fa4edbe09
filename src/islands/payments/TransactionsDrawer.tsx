import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { ConnectRow } from '#src/components/ui/ConnectRow.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { CHAIN_IDS, CHAINS, type ChainId } from '#src/config/chains.ts';
import type { TrackWallet } from '#src/contract/track.ts';
import { $answers, $outbox } from '#src/purchase/pending-purchases.ts';
import { createQuery } from '#src/stores/queries.ts';
import { $account, $wallet } from '#src/stores/wallet-state.ts';
import { mergeTransactions } from './merge-transactions.ts';
import type { PaymentsPage } from './payments-props.ts';
import { TransactionItem } from './TransactionItem.tsx';

/** The connected wallet's payments according to the API, newest first. */
export const $walletPayments = createQuery<TrackWallet>(['/api/track/wallet', $account]);

/** "My transactions" (decision 16): this browser's pending purchases and the API's payments of the wallet. */
export function TransactionsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = usePage<PaymentsPage>();
  const { data, error } = useStore($walletPayments);
  const pending = useStore($outbox);
  const answers = useStore($answers);
  const { isConnected } = useStore($wallet);
  const [chain, setChain] = useState<ChainId | 'all'>('all');
  // Cached answers may lack the latest payment.
  useEffect(() => $walletPayments.invalidate(), []);
  const all = mergeTransactions(data?.payments ?? [], pending, answers);
  const shown = all.filter(({ chainId }) => chain === 'all' || chainId === chain);
  return (
    <Dialog title={t('pay.list.title')} className="sheet-end" onClose={onClose}>
      <p className="note">{t('pay.list.lead')}</p>
      {!isConnected && (
        <ConnectRow text={t('pay.list.connect')} label={t('pay.list.connectButton')} onClose={onClose} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that filter a list are no form, so no fieldset */}
      <div className="chain-buttons" role="group" aria-label={t('pay.review.network')}>
        {(['all', ...CHAIN_IDS] as const).map((id) => (
          <Button
            text={id === 'all' ? t('pay.list.all') : CHAINS[id].name}
            key={id}
            aria-pressed={id === chain}
            onClick={() => setChain(id)}
          />
        ))}
      </div>
      <Status
        look="note"
        text={
          isConnected && data === undefined
            ? t(error === undefined ? 'pay.list.loading' : 'pay.list.failed')
            : shown.length === 0
              ? t('pay.list.empty')
              : ''
        }
      />
      <ul className="transactions">
        {shown.map((transaction) => (
          <TransactionItem key={transaction.id} transaction={transaction} />
        ))}
      </ul>
      <Button text={t('pay.close')} onClick={onClose} />
    </Dialog>
  );
}
