import { usePart } from '#src/components/ui/use-part.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { FillProps } from './FillSale.tsx';
import type { SuccessProps } from './SuccessPanel.tsx';

/** Where the amount that the sale can take is offered, once a balance is there to compare it with. */
export function FillPlace(props: FillProps) {
  // Without it, paying for what is left only takes typing.
  const parts = usePart(load, () => undefined);
  return parts && <parts.FillSale {...props} />;
}

/** The place of the success panel; the review before it has loaded it already. */
export function SuccessPlace(props: SuccessProps) {
  const parts = usePart(load, () => showToast({ key: 'partFailed', variant: 'destructive' }));
  return parts && <parts.SuccessPanel {...props} />;
}

function load() {
  return import('./dialogs/review-parts.ts').then((part) => part.REVIEW_PARTS);
}
