import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { WindowTexts } from '#src/i18n/namespace.ts';
import type { OpenQuestion } from '#src/stores/ask-wallet.ts';

export interface WaitProps {
  readonly texts: WindowTexts;
  readonly question: OpenQuestion;
}

/**
 * Says what the wallet is asked for, and lets the visitor give it up; in the open window, if there is one, because the
 * page behind it takes no press.
 */
export function WalletWait({ texts, question: { what, cancel } }: WaitProps) {
  const [place] = useState(() => [...document.querySelectorAll('dialog[open]')].at(-1));
  const wait = (
    <div className="wallet-wait card stack">
      <p role="status">{texts[`wallet.ask.${what}`]}</p>
      <p>
        <button className="button button-small" type="button" onClick={cancel}>
          {texts['wallet.ask.cancel']}
        </button>
      </p>
    </div>
  );
  return place === undefined ? wait : createPortal(wait, place);
}
