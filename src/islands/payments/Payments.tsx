import { useStore } from '@nanostores/react';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePart } from '#src/components/ui/use-part.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { $tracked } from '#src/purchase/purchase-state.ts';
import { showToast } from '#src/stores/toasts.ts';
import { isTrouble, PaymentPanel } from './PaymentPanel.tsx';
import type { PaymentsProps } from './payments-props.ts';
import { stepperView } from './stepper-view.ts';
import { TransactionsDrawer } from './TransactionsDrawer.tsx';
import { usePlace } from './use-place.ts';

/** The stepper of the current payment and the list of transactions, on every page. */
export function Payments(props: PaymentsProps) {
  const tracked = useStore($tracked, { ssr: 'initial' });
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    if (document.documentElement.dataset.transactions !== undefined) show();
    addEventListener('synx:transactions', show);
    return () => removeEventListener('synx:transactions', show);
  }, []);
  const load = useCallback(async () => {
    const { loadTexts } = await import('#src/client/load-texts.ts');
    return textOf(await loadTexts());
  }, []);
  const t = usePart(load, () => showToast({ key: 'partFailed', variant: 'destructive' }));
  if (t === null) return null;
  return (
    <>
      {tracked !== null && <PlacedPanel key={tracked.run} {...props} t={t} tracked={tracked} />}
      {open && <TransactionsDrawer {...props} t={t} onClose={() => setOpen(false)} />}
    </>
  );
}

function PlacedPanel(props: ComponentProps<typeof PaymentPanel>) {
  const answer = useStore($answers)[props.tracked.hash ?? ''];
  return createPortal(<PaymentPanel {...props} />, usePlace(isTrouble(stepperView(props.tracked, answer))));
}
