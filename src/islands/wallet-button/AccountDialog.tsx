import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { copyText } from '#src/client/copy-text.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { fill } from '#src/lib/text/fill.ts';
import { switchNetwork } from '#src/stores/switch-network.ts';
import { disconnectWallet } from '#src/stores/wallet.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { WindowPage, WindowProps } from './wallet-props.ts';

interface Props extends WindowProps {
  readonly account: string;
}

/** Our own account window for browser wallets, which have none: address, network, explorer, disconnect. */
export function AccountDialog({ account, onClose }: Props) {
  const { texts } = usePage<WindowPage>();
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
        <Button text={texts['wallet.account.copy']} onClick={({ currentTarget }) => void copy(currentTarget)} />
        {explorer !== null && <Link text={texts['wallet.account.explorer']} apart href={explorer} />}
      </div>
      <Status look="note" text={copied ? texts['wallet.account.copied'] : ''} />
      <Actions onClose={onClose} />
    </Dialog>
  );
}

/** Back to the site's network, disconnect, or close. */
function Actions({ onClose }: WindowProps) {
  const { texts } = usePage<WindowPage>();
  const { walletChainId, selectedNetwork } = useStore($wallet);
  // The wallet's response to either shows outside this window.
  const leaveFor = (action: () => Promise<unknown>) => () => {
    onClose();
    void action();
  };
  return (
    <>
      {walletChainId !== selectedNetwork && (
        <Button
          text={fill(texts['wallet.account.switch'], { network: CHAINS[selectedNetwork].name })}
          onClick={leaveFor(() => switchNetwork(selectedNetwork))}
        />
      )}
      <div className="row row-between">
        <Button text={texts['wallet.account.disconnect']} onClick={leaveFor(disconnectWallet)} />
        <Button text={texts['wallet.close']} onClick={onClose} />
      </div>
    </>
  );
}
