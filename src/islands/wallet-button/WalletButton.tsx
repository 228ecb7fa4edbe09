import { useStore } from '@nanostores/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { request } from '#src/client/request.ts';
import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { Page, usePage, usePartOnPage } from '#src/components/ui/page.tsx';
import type { WindowTexts } from '#src/i18n/namespace.ts';
import { $openQuestion, isFree } from '#src/stores/ask-wallet.ts';
import { showToast } from '#src/stores/toasts.ts';
import { $providers, connectWallet, manageWallet } from '#src/stores/wallet.ts';
import { $wallet, type WalletState } from '#src/stores/wallet-state.ts';
import { HAS_BRIDGE } from '#src/wallet/bridge-option.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import { AccountMenu } from './AccountMenu.tsx';
import type { WaitProps } from './WalletWait.tsx';
import type { WindowName } from './WalletWindow.tsx';
import type { WalletProps } from './wallet-props.ts';

interface OpenWindow extends Awaited<ReturnType<typeof loadWindows>> {
  readonly name: WindowName;
}

/** Connect Wallet, Connecting..., or the shortened address with its menu. */
export function WalletButton(props: WalletProps) {
  return (
    <div className="wallet">
      <ErrorBoundary texts={props.texts}>
        <Page given={props}>
          <Button />
        </Page>
      </ErrorBoundary>
    </div>
  );
}

function Button() {
  const { texts, windowTexts } = usePage<WalletProps>();
  const { status, account } = useStore($wallet, { ssr: 'initial' });
  const question = useStore($openQuestion);
  const [open, setOpen] = useState<OpenWindow | null>(null);
  const connectButton = useFocus(status);

  const show = async (name: WindowName) => {
    try {
      setOpen({ name, ...(await loadWindows(windowTexts)) });
    } catch (error) {
      console.warn(error);
      showToast({ key: name === 'account' ? 'managementError' : 'connectionFailed', variant: 'destructive' });
    }
  };
  const connect = () => {
    if (isPhone()) void show('desktop');
    else if ($providers.get().length === 1 && !HAS_BRIDGE) void connectWallet();
    else void show('choose');
  };

  return (
    <>
      {status === 'connected' && account !== null ? (
        <AccountMenu account={account} onManage={() => manageWallet() || void show('account')} />
      ) : (
        <button
          ref={connectButton}
          className={status === 'connecting' ? 'button' : 'button button-primary'}
          type="button"
          aria-disabled={status === 'connecting'}
          onClick={status === 'connecting' ? undefined : connect}
        >
          {texts[status === 'connecting' ? 'wallet.connecting' : 'wallet.connect']}
        </button>
      )}
      {question !== null && isFree(question) && <WaitPlace question={question} />}
      {open !== null && (
        <Page given={{ texts: open.texts }}>
          <open.WalletWindow name={open.name} account={account} onClose={() => setOpen(null)} />
        </Page>
      )}
    </>
  );
}

/** Returns the ref of Connect Wallet: its focus passes to the menu that takes its place, and back at logout. */
function useFocus(status: WalletState['status']): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef({ status, hadFocus: false });
  // The store tells of a change before the button is taken away.
  useEffect(
    () =>
      $wallet.listen(() => {
        before.current.hadFocus = button.current !== null && document.activeElement === button.current;
      }),
    [],
  );
  useEffect(() => {
    const { status: last, hadFocus } = before.current;
    before.current.status = status;
    if (document.activeElement !== document.body) return;
    if (last === 'connected' && status === 'disconnected') button.current?.focus({ preventScroll: true });
    if (hadFocus && status === 'connected')
      document.querySelector<HTMLElement>('.wallet button')?.focus({ preventScroll: true });
  }, [status]);
  return button;
}

let loaded: Promise<Awaited<ReturnType<typeof loadFiles>>> | null = null;

/** Names what the wallet is asked for. Without its file the wallet still asks: the page only does not say so. */
function WaitPlace({ question }: Pick<WaitProps, 'question'>) {
  const { windowTexts } = usePage<WalletProps>();
  const load = useCallback(async () => {
    const [part, { texts }] = await Promise.all([import('./WalletWait.tsx'), loadWindows(windowTexts)]);
    return { WalletWait: part.WalletWait, texts };
  }, [windowTexts]);
  return usePartOnPage(
    load,
    () => undefined,
    ({ WalletWait }) => <WalletWait question={question} />,
  );
}

/** Loads the windows and their texts from `url`, once for all of them; a failure is not cached. */
function loadWindows(url: string): ReturnType<typeof loadFiles> {
  loaded ??= loadFiles(url).catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function loadFiles(url: string) {
  const [windows, texts] = await Promise.all([import('./WalletWindow.tsx'), request<WindowTexts>('GET', url)]);
  return { WalletWindow: windows.WalletWindow, texts };
}
