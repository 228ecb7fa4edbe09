import { useState } from 'react';
import { saveFile } from '#src/client/save-file.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { requestDeletion, requestExport } from '#src/stores/airdrop.ts';
import type { AirdropProps } from './airdrop-props.ts';

/** Saves or deletes the server's data about the wallet, after one free signature. */
export function MyData({ account }: { readonly account: string }) {
  const { t } = usePage<AirdropProps>();
  const [asking, setAsking] = useState(false);
  const save = async () => {
    const text = await requestExport();
    if (text !== null) saveFile(`synx-${account}.json`, 'application/json', text);
  };
  const remove = async () => {
    setAsking(false);
    await requestDeletion();
  };
  return (
    <details className="card mission">
      <summary>
        <h2>{t('airdrop.data.title')}</h2>
      </summary>
      <div className="stack">
        <p>{t('airdrop.data.text')}</p>
        <p className="row">
          <Button text={t('airdrop.data.export')} onClick={() => void save()} />
          <Button text={t('airdrop.data.delete')} onClick={() => setAsking(true)} />
        </p>
      </div>
      {asking && (
        <Dialog title={t('airdrop.data.delete')} onClose={() => setAsking(false)}>
          <p className="warning">{t('airdrop.data.confirm')}</p>
          <div className="row row-between dialog-actions">
            <Button text={t('airdrop.cancel')} data-first-focus onClick={() => setAsking(false)} />
            <Button look="primary" text={t('airdrop.data.delete')} onClick={() => void remove()} />
          </div>
        </Dialog>
      )}
    </details>
  );
}
