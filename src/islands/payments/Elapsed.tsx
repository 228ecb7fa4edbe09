import { useEffect, useState } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import type { PaymentsPage } from './payments-props.ts';

interface Props {
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** The elapsed time, in minutes and seconds; screen readers do not announce its changes. */
export function Elapsed({ since }: Props) {
  const { t } = usePage<PaymentsPage>();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span className="number" aria-live="off">
      {t('pay.steps.elapsed', { time })}
    </span>
  );
}
