import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import type { PaymentsText } from './payments-props.ts';

interface Credit {
  readonly t: PaymentsText;
  readonly hash: string | null;
  /** What was paid, with its coin. */
  readonly amount: string;
  readonly isCredited: boolean;
}

/** Tells a visitor who is elsewhere of the credit that this page has waited for, if the browser was allowed to. */
export function useCreditNotice({ t, hash, amount, isCredited }: Credit): void {
  const wasCredited = useRef(isCredited);
  useEffect(() => {
    if (isCredited && !wasCredited.current && hash !== null && document.hidden)
      notify(t('pay.steps.credit'), amount, hash);
    wasCredited.current = isCredited;
  }, [t, hash, amount, isCredited]);
}

/** Offers that notification. The browser asks after this press, and never without one; it alone keeps the answer. */
export function CreditNoticeOffer({ t }: Pick<Credit, 't'>) {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission === 'denied') return null;
  if (permission === 'granted') return <p className="note">{t('pay.notify.on')}</p>;
  const ask = () => Notification.requestPermission().then(setPermission, () => setPermission('denied'));
  return (
    <p>
      <Button look="link" text={t('pay.notify.ask')} onClick={() => void ask()} />
    </p>
  );
}

/** The hash is its tag: several tabs show one. */
function notify(title: string, body: string, hash: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body, tag: hash });
  } catch (error) {
    // Some browsers have them for service workers only; the page says it all the same.
    console.warn(error);
  }
}
