import { useStore } from '@nanostores/react';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { $providers, connectWallet } from '#src/stores/wallet.ts';
import { BRIDGE_ID, HAS_BRIDGE } from '#src/wallet/bridge-option.ts';
import type { WindowPage, WindowProps } from './wallet-props.ts';

/** The window's text for no wallet, one, and several. */
const TEXTS = ['wallet.error.noWallet', 'wallet.choose.which', 'wallet.choose.text'] as const;

/** Where a visitor without a wallet finds one. */
const INSTALL = [
  { text: 'wallet.choose.install', href: 'https://metamask.io/download' },
  { text: 'wallet.choose.others', href: 'https://ethereum.org/wallets/find-wallet/' },
] as const;

/** Lets the visitor choose among the announced wallets and the bridge, or says why there is none. */
export function ChooseDialog({ onClose }: WindowProps) {
  const { texts } = usePage<WindowPage>();
  const providers = useStore($providers);
  const isEmpty = providers.length === 0;
  const choose = (id: string) => {
    onClose();
    void connectWallet(id);
  };
  return (
    <Dialog title={texts[isEmpty ? 'wallet.choose.none' : 'wallet.choose.title']} onClose={onClose}>
      <p className="note">{texts[TEXTS[Math.min(providers.length, 2)] ?? 'wallet.choose.text']}</p>
      <ul className="stack">
        {providers.map(({ uuid, name, icon }) => (
          <li key={uuid}>
            <button className="button button-wide" type="button" onClick={() => choose(uuid)}>
              {icon !== '' && <img className="me-3" src={icon} alt="" width="24" height="24" />}
              <span>{name}</span>
            </button>
          </li>
        ))}
        {HAS_BRIDGE && (
          <li>
            <Button look="wide" text={texts['wallet.bridge.option']} onClick={() => choose(BRIDGE_ID)} />
          </li>
        )}
      </ul>
      {isEmpty && (
        <p className="row">
          {INSTALL.map(({ text, href }) => (
            <Link text={texts[text]} apart href={href} key={text} />
          ))}
        </p>
      )}
      <Button text={texts['wallet.close']} onClick={onClose} />
    </Dialog>
  );
}
