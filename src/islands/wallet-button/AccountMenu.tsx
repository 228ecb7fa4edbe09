import { useEffect, useId, useRef, useState } from 'react';
import { shortenAddress } from '#src/lib/shorten-address.ts';
import { disconnectWallet } from '#src/stores/wallet.ts';
import type { WalletTexts } from './wallet-texts.ts';

interface Props {
  readonly texts: WalletTexts;
  readonly account: string;
  readonly onManage: () => void;
}

/** The shortened address with its menu: Manage Wallet and Logout. */
export function AccountMenu({ texts, account, onManage }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open]);

  const act = (action: () => void) => () => {
    setOpen(false);
    action();
  };

  return (
    <div ref={box}>
      <button
        ref={opener}
        className="button"
        type="button"
        aria-expanded={open}
        aria-controls={menu}
        title={texts['wallet.menu']}
        onClick={() => setOpen(!open)}
      >
        <span className="ltr number">{shortenAddress(account)}</span>
      </button>
      <div id={menu} className="menu" hidden={!open}>
        <button type="button" onClick={act(onManage)}>
          {texts['wallet.manage']}
        </button>
        <button type="button" onClick={act(() => void disconnectWallet())}>
          {texts['wallet.logout']}
        </button>
      </div>
    </div>
  );
}
