import type { AirdropPartProps } from './airdrop-props.ts';

interface Props extends Pick<AirdropPartProps, 't'> {
  readonly submit: string;
  readonly onClose: () => void;
}

/** The end of a window's form: leave it, or send it. */
export function FormActions({ t, submit, onClose }: Props) {
  return (
    <div className="row">
      <button className="button" type="button" onClick={onClose}>
        {t('airdrop.cancel')}
      </button>
      <button className="button button-primary" type="submit">
        {submit}
      </button>
    </div>
  );
}
