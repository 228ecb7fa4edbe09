import { type KeyboardEvent as KeyPress, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { requestIsland } from '#src/components/ui/request-island.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { disconnectWallet } from '#src/stores/wallet.ts';
import type { WalletProps } from './wallet-props.ts';

interface Props {
  readonly account: string;
  readonly onManage: () => void;
}

/** The target of a key from entry `at` of `count`; −1 is the button above them. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The shortened address with its menu: Dashboard, My transactions, Manage Wallet and Logout. */
export function AccountMenu({ account, onManage }: Props) {
  const { texts, dashboard, transactions } = usePage<WalletProps>();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const menu = useId();

  useClosing(open, setOpen, box, opener);

  const move = (event: KeyPress) => {
    const step = STEPS[event.key];
    if (!open || step === undefined || list.current === null) return;
    event.preventDefault();
    const entries = [...list.current.querySelectorAll<HTMLElement>('a, button')];
    entries[step(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus();
  };

  // The focus returns to the address first, so that a window that opens now returns it there when it closes.
  const act = (action: () => void) => () => {
    opener.current?.focus();
    setOpen(false);
    action();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a second way next to Tab
    <div ref={box} onKeyDown={move}>
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
      <div id={menu} ref={list} className="menu" hidden={!open}>
        <a href={dashboard.href}>{dashboard.text}</a>
        <button type="button" onClick={act(() => requestIsland('transactions'))}>
          {transactions}
        </button>
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

/** Closes the menu on Escape, which returns the focus, and when a press or the focus goes elsewhere. */
function useClosing(
  open: boolean,
  setOpen: (open: boolean) => void,
  box: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
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
  }, [open, setOpen, box, opener]);
}
