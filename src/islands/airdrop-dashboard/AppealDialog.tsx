import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { type AppealSubject, appeal } from '#src/stores/airdrop.ts';
import type { AirdropProps } from './airdrop-props.ts';
import { FormActions } from './FormActions.tsx';

interface Props {
  readonly about: AppealSubject;
  readonly onClose: () => void;
}

/** Takes an objection to a decision; another person decides. The entered text remains if sending fails. */
export function AppealDialog({ about, onClose }: Props) {
  const { t } = usePage<AirdropProps>();
  const [text, setText] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await appeal(about, text.trim())) onClose();
  };
  return (
    <Dialog title={t('airdrop.appeal.title')} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="appeal-text">{t('airdrop.appeal.field')}</label>
          <textarea
            className="input"
            id="appeal-text"
            required
            maxLength={1000}
            rows={5}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <FormActions submit={t('airdrop.appeal.submit')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
