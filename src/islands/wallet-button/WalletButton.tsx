import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import type { Texts } from '#src/i18n/namespace.ts';
import { $providers, $wallet, connectWallet } from '#src/stores/wallet.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ChooseDialog } from './ChooseDialog.tsx';
import type { WalletTexts } from './wallet-texts.ts';

interface Props {
  readonly texts: Texts<'wallet' | 'error'>;
}

/** Connect Wallet, Connecting..., or the shortened address with its menu (Spec 2 "Wallet button and menu"). */
export function WalletButton({ texts }: Props) {
  return (
    <div className="wallet">
      <ErrorBoundary texts={texts}>
        <Button texts={texts} />
      </ErrorBoundary>
    </div>
  );
}

function Button({ texts }: { readonly texts: WalletTexts }) {
  const { status, account } = useStore($wallet, { ssr: 'initial' });
  const [dialog, setDialog] = useState<'choose' | 'account' | null>(null);
  const close = () => setDialog(null);

  const connect = () => {
    if ($providers.get().length > 1) setDialog('choose');
    else void connectWallet();
  };

  if (status === 'connecting')
    return (
      <button className="button" type="button" disabled>
        {texts['wallet.connecting']}
      </button>
    );
  if (status === 'connected' && account !== null)
    return (
      <>
        <AccountMenu texts={texts} account={account} onManage={() => setDialog('account')} />
        {dialog === 'account' && <AccountDialog texts={texts} account={account} onClose={close} />}
      </>
    );
  return (
    <>
      <button className="button button-primary" type="button" onClick={connect}>
        {texts['wallet.connect']}
      </button>
      {dialog === 'choose' && <ChooseDialog texts={texts} onClose={close} />}
    </>
  );
}
