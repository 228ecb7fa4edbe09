import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Page } from '#src/components/ui/page.tsx';
import { usePart } from '#src/components/ui/use-part.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { $tracked, type TrackedPayment } from '#src/purchase/purchase-state.ts';
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
    return loadTexts();
  }, []);
  const texts = usePart(load, () => showToast({ key: 'partFailed', variant: 'destructive' }));
  if (texts === null) return null;
  return (
    <Page given={{ ...props, texts }}>
      {tracked !== null && <PlacedPanel key={tracked.run} tracked={tracked} />}
      {open && <TransactionsDrawer onClose={() => setOpen(false)} />}
    </Page>
  );
}

function PlacedPanel({ tracked }: { readonly tracked: TrackedPayment }) {
  const answer = useStore($answers)[tracked.hash ?? ''];
  return createPortal(<PaymentPanel tracked={tracked} />, usePlace(isTrouble(stepperView(tracked, answer))));
}
