import { CHAINS } from '#src/config/chains.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { TrackWallet } from '#src/contract/track.ts';
import { fill } from '#src/lib/text/fill.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { formatTime, paymentTime } from '#src/lib/time/format-time.ts';
import { paymentNameKey } from '#src/purchase/payment-statuses.ts';
import { element, ltr } from '#src/scripts/shared/dom.ts';
import type { TrackData } from './track-data.ts';

/** The payments of a wallet, newest first, each linked to its steps. */
export function walletView({ wallet, payments }: TrackWallet, data: TrackData): readonly HTMLElement[] {
  const { texts, tag } = data;
  return [
    element('h2', fill(texts['track.wallet.title'], { wallet: shortenAddress(wallet) })),
    payments.length === 0
      ? element('p', texts['track.wallet.none'])
      : element(
          'ul.payments',
          ...payments.map((payment) => {
            const { transactionHash, chainId } = payment;
            const link = `?hash=${transactionHash}${chainId === null ? '' : `&chain=${chainId}`}`;
            return element(
              'li.row.row-between',
              element(
                'span',
                ltr(paymentAmount(payment, texts['payment.notListed'], tag)),
                chainId === null ? '' : ` · ${CHAINS[chainId].name}`,
                element('br'),
                element('span.note', formatTime(paymentTime(payment), tag)),
              ),
              element('span', texts[paymentNameKey(payment)]),
              element(
                'a.link',
                { href: link, 'aria-label': `${texts['track.open']}: ${transactionHash}` },
                texts['track.open'],
              ),
            );
          }),
        ),
    element(
      'p',
      element('a.link', { href: `${data.dashboardPath}?address=${wallet}` }, texts['track.wallet.dashboard']),
    ),
  ];
}
