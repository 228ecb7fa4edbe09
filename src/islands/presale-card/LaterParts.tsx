import { usePart } from '#src/components/ui/use-part.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { FillProps } from './FillSale.tsx';
import type { SuccessProps } from './SuccessPanel.tsx';

/** Offers the amount that the sale can take, once there is a balance to compare it with. */
export function FillPlace(props: FillProps) {
  // If it cannot be loaded, the visitor types the amount.
  const parts = usePart(load, () => undefined);
  return parts && <parts.FillSale {...props} />;
}

/** Shows the success panel, which the review before it has already loaded. */
export function SuccessPlace(props: SuccessProps) {
  const parts = usePart(load, () => showToast({ key: 'partFailed', variant: 'destructive' }));
  return parts && <parts.SuccessPanel {...props} />;
}

function load() {
  return import('./dialogs/review-parts.ts').then((part) => part.REVIEW_PARTS);
}
