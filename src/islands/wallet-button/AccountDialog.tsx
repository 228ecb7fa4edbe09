import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { copyText } from '#src/client/copy-text.ts';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { fill } from '#src/lib/text/fill.ts';
import { switchNetwork } from '#src/stores/switch-network.ts';
import { disconnectWallet } from '#src/stores/wallet.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { AllWalletTexts } from './wallet-texts.ts';

interface Props {
  readonly texts: AllWalletTexts;
  readonly account: string;
  readonly onClose: () => void;
}

/** Our own account window for browser wallets, which have none: address, network, explorer, disconnect. */
export function AccountDialog({ texts, account, onClose }: Props) {
  const { walletChainId, selectedNetwork } = useStore($wallet);
  const [copied, setCopied] = useState(false);
  const explorer = explorerUrl(selectedNetwork, 'address', account);
  const network = isChainId(walletChainId)
    ? CHAINS[walletChainId].networkName
    : fill(texts['wallet.account.otherNetwork'], { chainId: walletChainId ?? '–' });

  const copy = async (button: Element) => setCopied(await copyText(button, account));

  return (
    <Dialog title={texts['wallet.account.title']} onClose={onClose}>
      <dl className="stack">
        <div>
          <dt className="label">{texts['wallet.account.address']}</dt>
          <dd className="ltr break number">{account}</dd>
        </div>
        <div>
          <dt className="label">{texts['wallet.account.network']}</dt>
          <dd>{network}</dd>
        </div>
      </dl>
      <div className="row">
        <button className="button" type="button" onClick={({ currentTarget }) => void copy(currentTarget)}>
          {texts['wallet.account.copy']}
        </button>
        {explorer !== null && (
          <a className="link" href={explorer} target="_blank" rel="noreferrer">
            {texts['wallet.account.explorer']}
          </a>
        )}
      </div>
      <p className="note" role="status">
        {copied ? texts['wallet.account.copied'] : ''}
      </p>
      <Actions texts={texts} onClose={onClose} />
    </Dialog>
  );
}

/** Back to the site's network, disconnect, or close. */
function Actions({ texts, onClose }: Omit<Props, 'account'>) {
  const { walletChainId, selectedNetwork } = useStore($wallet);
  // The wallet's response to either shows outside this window.
  const leaveFor = (action: () => Promise<unknown>) => () => {
    onClose();
    void action();
  };
  return (
    <>
      {walletChainId !== selectedNetwork && (
        <button className="button" type="button" onClick={leaveFor(() => switchNetwork(selectedNetwork))}>
          {fill(texts['wallet.account.switch'], { network: CHAINS[selectedNetwork].name })}
        </button>
      )}
      <div className="row row-between">
        <button className="button" type="button" onClick={leaveFor(disconnectWallet)}>
          {texts['wallet.account.disconnect']}
        </button>
        <button className="button" type="button" onClick={onClose}>
          {texts['wallet.close']}
        </button>
      </div>
    </>
  );
}
