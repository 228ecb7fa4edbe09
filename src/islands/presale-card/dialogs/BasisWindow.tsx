import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { CardPartProps, LaterCardProps } from '../card-props.ts';
import { PriceBasis } from './PriceBasis.tsx';

/** How the tokens of the entered amount are calculated. */
export function BasisWindow({ card, onClose }: CardPartProps) {
  const { t } = usePage<LaterCardProps>();
  return (
    <Dialog title={t('presale.basis')} onClose={onClose}>
      <PriceBasis token={card.token} rates={card.rates} quote={card.quote} />
      <Button text={t('wallet.close')} onClick={onClose} />
    </Dialog>
  );
}
