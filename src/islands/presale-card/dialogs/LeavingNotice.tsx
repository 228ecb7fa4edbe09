import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { CardPartProps, LaterCardProps } from '../card-props.ts';

/** Says that the giveaway is on another site before it is opened, in a separate tab. */
export function LeavingNotice({ onClose }: CardPartProps) {
  const { t, giveawayUrl } = usePage<LaterCardProps>();
  if (giveawayUrl === null) return null;
  const { host } = new URL(giveawayUrl);
  return (
    <Dialog title={t('pay.leaving.title')} onClose={onClose}>
      <p>{t('pay.leaving.text', { host })}</p>
      <p className="number ltr break">{giveawayUrl}</p>
      <div className="row row-between dialog-actions">
        <Button text={t('pay.leaving.stay')} data-first-focus onClick={onClose} />
        <Link
          look="button button-primary"
          text={t('pay.leaving.go', { host })}
          href={giveawayUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        />
      </div>
    </Dialog>
  );
}
