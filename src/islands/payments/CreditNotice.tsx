import { useEffect, useRef, useState } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import type { PaymentsPage } from './payments-props.ts';

interface Credit {
  readonly hash: string | null;
  /** What was paid, with its coin. */
  readonly amount: string;
  readonly isCredited: boolean;
}

/** Tells a visitor who is elsewhere of the credit that this page has waited for, if the browser was allowed to. */
export function useCreditNotice({ hash, amount, isCredited }: Credit): void {
  const { t } = usePage<PaymentsPage>();
  const wasCredited = useRef(isCredited);
  useEffect(() => {
    if (isCredited && !wasCredited.current && hash !== null && document.hidden)
      notify(t('pay.steps.credit'), amount, hash);
    wasCredited.current = isCredited;
  }, [t, hash, amount, isCredited]);
}

/** Offers that notification. The browser asks after this press, and never without one; it alone keeps the answer. */
export function CreditNoticeOffer() {
  const { t } = usePage<PaymentsPage>();
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission === 'denied') return null;
  if (permission === 'granted') return <p className="note">{t('pay.notify.on')}</p>;
  const ask = () => Notification.requestPermission().then(setPermission, () => setPermission('denied'));
  return (
    <p>
      <button className="link" type="button" onClick={() => void ask()}>
        {t('pay.notify.ask')}
      </button>
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
