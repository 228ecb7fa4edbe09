import { useLayoutEffect, useRef } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { FreeQuestion, OpenQuestion } from '#src/stores/ask-wallet.ts';
import type { WindowPage } from './wallet-props.ts';

export interface WaitProps {
  readonly question: OpenQuestion & { readonly what: FreeQuestion };
}

/**
 * Says what the wallet is asked for, and lets the visitor give it up; in the open window, if there is one, because the
 * page behind it takes no press, and on the page again once that window closes. A portal would bring another file of
 * React to every page, so the element is moved, and listens by itself: presses in a window do not reach this island.
 */
export function WalletWait({ question: { what, cancel } }: WaitProps) {
  const { texts } = usePage<WindowPage>();
  const wait = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = wait.current;
    const home = element?.parentElement;
    const button = element?.querySelector('button');
    const window = [...document.querySelectorAll('dialog[open]')].at(-1);
    const goHome = () => element && home?.append(element);
    if (element) window?.append(element);
    window?.addEventListener('close', goHome);
    button?.addEventListener('click', cancel);
    return () => {
      window?.removeEventListener('close', goHome);
      button?.removeEventListener('click', cancel);
      // React removes it from where it put it.
      goHome();
    };
  }, [cancel]);
  return (
    <div className="wallet-wait card stack" ref={wait}>
      <p role="status">{texts[`wallet.ask.${what}`]}</p>
      <p>
        <Button look="small" text={texts['wallet.ask.cancel']} />
      </p>
    </div>
  );
}
