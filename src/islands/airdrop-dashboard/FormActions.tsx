import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { AirdropProps } from './airdrop-props.ts';

interface Props {
  readonly submit: string;
  readonly onClose: () => void;
}

/** The end of a window's form: leave it, or send it. */
export function FormActions({ submit, onClose }: Props) {
  const { t } = usePage<AirdropProps>();
  return (
    <div className="row row-between dialog-actions">
      <Button text={t('airdrop.cancel')} onClick={onClose} />
      <Button look="primary" text={submit} type="submit" />
    </div>
  );
}
