import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { requestIsland } from './request-island.ts';

interface Props {
  readonly texts: Readonly<Record<'prompt' | 'connect' | 'connecting', string>>;
  /** A connection is in progress. */
  readonly connecting: boolean;
  /** Emphasises the question. */
  readonly warns?: boolean;
}

/** Says why a wallet is needed, with a button that connects one; the caller provides the container. */
export function ConnectPrompt({ texts, connecting, warns = false }: Props) {
  const button = useHandOn();
  return (
    <>
      <p className={warns ? 'warning' : undefined}>{texts.prompt}</p>
      <p>
        <Button
          look="primary"
          text={connecting ? texts.connecting : texts.connect}
          ref={button}
          aria-disabled={connecting}
          onClick={connecting ? undefined : () => requestIsland('connect')}
        />
      </p>
    </>
  );
}

/** Returns the ref of a button that goes once a wallet is connected: its focus moves to the header's address. */
function useHandOn(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // A layout effect is cleaned up while the button is still in the page; the address may appear in the header after it.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (document.activeElement === element) setTimeout(focusAddress);
    };
  }, []);
  return button;
}

function focusAddress(): void {
  document.querySelector<HTMLElement>('.wallet button')?.focus({ preventScroll: true });
}
