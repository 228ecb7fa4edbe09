import { useId, useState } from 'react';
import { copyText } from '#src/client/copy-text.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { handOffLink } from '#src/purchase/hand-off.ts';
import { HandOffCode } from './HandOffCode.tsx';
import type { WindowPage, WindowProps } from './wallet-props.ts';

/** Shown on a phone in place of connecting (decision 25), with the way to continue on a computer. */
export function DesktopRequired({ onClose }: WindowProps) {
  const { texts } = usePage<WindowPage>();
  const [copied, setCopied] = useState(false);
  const id = useId();
  const [href] = useState(() => handOffLink(location));

  const copy = async (button: Element) => setCopied(await copyText(button, href));
  // Closing the phone's share sheet without sending is an error there, but not here.
  const share = () => void navigator.share({ url: href }).catch(() => undefined);

  return (
    <Dialog title={texts['wallet.desktop.title']} onClose={onClose}>
      <h3>{texts['wallet.desktop.notice']}</h3>
      <p>{texts['wallet.desktop.text']}</p>
      <div>
        <p>{texts['wallet.desktop.needed']}</p>
        <ul className="mt-2 list-disc ps-6">
          <li>{texts['wallet.desktop.connect']}</li>
          <li>{texts['wallet.desktop.buy']}</li>
          <li>{texts['wallet.desktop.dashboard']}</li>
          <li>{texts['wallet.desktop.presale']}</li>
        </ul>
      </div>
      <h3>{texts['wallet.desktop.continue']}</h3>
      <div className="field">
        <label htmlFor={id}>{texts['wallet.desktop.link']}</label>
        <input className="input ltr" id={id} readOnly value={href} onFocus={(event) => event.target.select()} />
      </div>
      <div className="row">
        <Button text={texts['wallet.desktop.copy']} onClick={({ currentTarget }) => void copy(currentTarget)} />
        {'share' in navigator && <Button text={texts['wallet.desktop.share']} onClick={share} />}
        <span className="note" role="status">
          {copied ? texts['wallet.desktop.copied'] : ''}
        </span>
      </div>
      <HandOffCode link={href} label={texts['wallet.desktop.code']} />
      <p className="note">{texts['wallet.desktop.carries']}</p>
      <WatchForm />
      <Button look="primary" text={texts['wallet.desktop.understand']} data-first-focus onClick={onClose} />
    </Dialog>
  );
}

/** Shows the figures of any address on the dashboard, where a phone needs no wallet. */
function WatchForm() {
  const { texts, dashboard } = usePage<WindowPage>();
  const id = useId();
  return (
    <form className="stack" action={dashboard.href}>
      <div className="field">
        <label htmlFor={id}>{texts['dashboard.lookup']}</label>
        <input
          className="input ltr"
          id={id}
          name="address"
          required
          pattern="\s*0x[0-9a-fA-F]{40}\s*"
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Button text={texts['dashboard.lookup.go']} type="submit" />
    </form>
  );
}
