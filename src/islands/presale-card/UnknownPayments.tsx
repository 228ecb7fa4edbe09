import { useStore } from '@nanostores/react';
import type { LaterTexts } from '#src/client/load-texts.ts';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $paymentRequests, isInDoubt, type PaymentRequest, settleRequest } from '#src/purchase/payment-requests.ts';

/** How many are named, the newest: more say nothing new. */
const MOST_SHOWN = 3;

export interface UnknownProps {
  readonly later: TextOf<keyof LaterTexts>;
  readonly tag: string;
}

/** The payments that a wallet was asked for and of which nobody knows yet whether they were sent. */
export function UnknownPayments({ later, tag }: UnknownProps) {
  const requests = useStore($paymentRequests).filter(isInDoubt);
  return requests.slice(-MOST_SHOWN).map((request) => (
    <section className="card-banner stack-tight warning" key={request.id}>
      <p>
        <strong>{later('pay.unknown.title')}</strong>
      </p>
      <p className="number">{later('pay.unknown.payment', wordsOf(request, tag))}</p>
      <p className="note">{later(request.state === 'refused' ? 'pay.unknown.refused' : 'pay.unknown.text')}</p>
      <p>
        <button className="button button-small" type="button" onClick={() => settleRequest(request.id)}>
          {later('pay.unknown.dismiss')}
        </button>
      </p>
    </section>
  ));
}

function wordsOf({ claims, askedAt }: PaymentRequest, tag: string) {
  const { chainId, paymentMethod, paymentAmount, walletAddress } = claims;
  const symbol = String(paymentMethod ?? '');
  const coin = isChainId(chainId) ? (findToken(chainId, symbol)?.display ?? symbol) : symbol;
  const values = {
    amount: `${formatNumber(String(paymentAmount ?? ''), tag, 0, 18)} ${coin}`,
    network: isChainId(chainId) ? CHAINS[chainId].name : '–',
    account: shortenAddress(walletAddress),
    time: formatTime(new Date(askedAt).toISOString(), tag),
  };
  // Each keeps its own direction within the sentence: FIRST STRONG ISOLATE … POP DIRECTIONAL ISOLATE.
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]));
}
