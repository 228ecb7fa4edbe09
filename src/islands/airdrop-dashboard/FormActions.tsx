import { Button } from '#src/components/ui/Button.tsx';
import type { AirdropPartProps } from './airdrop-props.ts';

interface Props extends Pick<AirdropPartProps, 't'> {
  readonly submit: string;
  readonly onClose: () => void;
}

/** The end of a window's form: leave it, or send it. */
export function FormActions({ t, submit, onClose }: Props) {
  return (
    <div className="row row-between dialog-actions">
      <Button text={t('airdrop.cancel')} onClick={onClose} />
      <Button look="primary" text={submit} type="submit" />
    </div>
  );
}
