import { useStore } from '@nanostores/react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { $providers, connectWallet } from '#src/stores/wallet.ts';
import type { AllWalletTexts } from './wallet-texts.ts';

interface Props {
  readonly texts: AllWalletTexts;
  readonly onClose: () => void;
}

/** Lets the visitor choose among the wallets that announced themselves. */
export function ChooseDialog({ texts, onClose }: Props) {
  const providers = useStore($providers);
  return (
    <Dialog title={texts['wallet.choose.title']} onClose={onClose}>
      <p className="note">{texts['wallet.choose.text']}</p>
      <ul className="stack">
        {providers.map(({ uuid, name, icon }) => (
          <li key={uuid}>
            <button
              className="button button-wide"
              type="button"
              onClick={() => {
                onClose();
                void connectWallet(uuid);
              }}
            >
              {icon !== '' && <img className="me-3" src={icon} alt="" width="24" height="24" />}
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button className="button" type="button" onClick={onClose}>
        {texts['wallet.close']}
      </button>
    </Dialog>
  );
}
