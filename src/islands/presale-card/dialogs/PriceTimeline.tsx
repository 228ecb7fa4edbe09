import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { formatUsd } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $priceHistory } from '#src/stores/price-history.ts';
import type { CardPartProps, LaterCardProps } from '../card-props.ts';
import { PriceBasis } from './PriceBasis.tsx';

/** The record behind the countdown: when the price rose, and when a window ended without a rise (decision 9). */
export function PriceTimeline({ card, onClose }: CardPartProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { data, error } = useStore($priceHistory);
  useEffect(() => $priceHistory.invalidate(), []);
  return (
    <Dialog title={t('pay.history.title')} onClose={onClose}>
      <p>{t('pay.history.lead')}</p>
      {data === undefined ? (
        <Status look="note" text={t(error === undefined ? 'pay.history.loading' : 'pay.history.failed')} />
      ) : (
        <div className="scroll-x">
          <table className="records">
            <thead>
              <tr>
                <th scope="col">{t('pay.history.when')}</th>
                <th scope="col">{t('pay.history.what')}</th>
                <th scope="col">{t('pay.history.price')}</th>
              </tr>
            </thead>
            <tbody>
              {data.entries.map(({ at, kind, phase, windowNumber, price }) => (
                <tr key={`${at} ${kind} ${phase}`}>
                  <td>
                    <time dateTime={at}>{formatTime(at, tag)}</time>
                  </td>
                  <td>{t(`pay.history.${kind}`, { phase, number: windowNumber })}</td>
                  <td>
                    <span className="ltr number">{formatUsd(price, tag, 6)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <section>
        <h3>{t('presale.basis')}</h3>
        <PriceBasis token={card.token} rates={card.rates} quote={card.quote} />
      </section>
      <Button text={t('wallet.close')} onClick={onClose} />
    </Dialog>
  );
}
