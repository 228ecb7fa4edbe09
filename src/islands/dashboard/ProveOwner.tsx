import { useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { refreshHoldings } from '#src/stores/dashboard.ts';
import { proveAccount } from '#src/stores/prove-account.ts';
import { isRejection } from '#src/wallet/error-code.ts';
import type { DashboardProps } from './dashboard-props.ts';

/** Has the connected wallet sign, so that entries that only its owner may see are listed; refusing changes nothing. */
export function ProveOwner({ wallet }: { readonly wallet: string }) {
  const { t } = usePage<DashboardProps>();
  const [state, setState] = useState<'idle' | 'asking' | 'failed' | 'proven'>('idle');
  const prove = async () => {
    setState('asking');
    try {
      await proveAccount(wallet);
      setState('proven');
      refreshHoldings();
    } catch (error) {
      if (!isRejection(error)) console.warn(error);
      setState(isRejection(error) ? 'idle' : 'failed');
    }
  };
  return (
    <div className="stack-tight no-print">
      {state !== 'proven' && (
        <>
          <p>
            <Button
              look="small"
              text={t('dashboard.prove')}
              aria-disabled={state === 'asking'}
              onClick={() => state !== 'asking' && void prove()}
            />
          </p>
          <p className="note">{t('dashboard.prove.what')}</p>
        </>
      )}
      <Status
        look="note"
        text={state === 'proven' ? t('dashboard.proven') : state === 'failed' ? t('staking.unavailable') : ''}
      />
    </div>
  );
}
