import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import type { CardPartProps } from '../card-props.ts';
import { PriceBasis } from './PriceBasis.tsx';

/** How the tokens of the entered amount are calculated. */
export function BasisWindow({ t, tag, card, onClose }: CardPartProps) {
  return (
    <Dialog title={t('presale.basis')} onClose={onClose}>
      <PriceBasis t={t} tag={tag} token={card.token} rates={card.rates} quote={card.quote} />
      <Button text={t('wallet.close')} onClick={onClose} />
    </Dialog>
  );
}
