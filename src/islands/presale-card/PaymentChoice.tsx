import { useId, useSyncExternalStore } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAIN_IDS, CHAINS, type ChainId } from '#src/config/chains.ts';
import { MOBILE_BREAKPOINT_PX } from '#src/config/limits.ts';
import { paymentOptions, type TokenSymbol } from '#src/config/tokens.ts';
import type { CardPiece, CardProps } from './card-props.ts';

/** The means of payment: two selects; on touch and in narrow windows one button for the token selector. */
export function PaymentChoice({
  card: { draft, token, setChain, setToken },
  busy,
  onSelect,
}: Pick<CardPiece, 'card' | 'busy' | 'onSelect'>) {
  const { t } = usePage<CardProps>();
  const id = useId();
  const compact = useCompact();
  if (compact)
    return (
      <div className="field">
        <span className="label" id={`${id}-with`}>
          {t('presale.token')}
        </span>
        <button
          id={`${id}-open`}
          className="button button-select"
          type="button"
          disabled={busy}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-with ${id}-open`}
          onClick={onSelect}
        >
          <img src={`/icons/tokens/${token.icon}.svg`} alt="" width="24" height="24" />
          <span>{t('presale.tokenOn', { token: token.display, network: CHAINS[draft.chainId].name })}</span>
        </button>
      </div>
    );
  return (
    <div className="pair">
      <div className="field">
        <label htmlFor={`${id}-chain`}>{t('presale.chain')}</label>
        <div className="with-icon">
          <img src={`/icons/chains/${CHAINS[draft.chainId].icon}.svg`} alt="" width="24" height="24" />
          <select
            id={`${id}-chain`}
            className="input"
            value={draft.chainId}
            disabled={busy}
            onChange={(event) => setChain(Number(event.target.value) as ChainId)}
          >
            {CHAIN_IDS.map((chainId) => (
              <option key={chainId} value={chainId}>
                {CHAINS[chainId].name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-token`}>{t('presale.token')}</label>
        <div className="with-icon">
          <img src={`/icons/tokens/${token.icon}.svg`} alt="" width="24" height="24" />
          <select
            id={`${id}-token`}
            className="input"
            value={draft.symbol}
            disabled={busy}
            onChange={(event) => setToken(event.target.value as TokenSymbol)}
          >
            {paymentOptions(draft.chainId).map(({ symbol, display }) => (
              <option key={symbol} value={symbol}>
                {symbol === display ? display : t('presale.tokenLegacy', { token: display })}
              </option>
            ))}
          </select>
        </div>
      </div>
    </div>
  );
}

/** Touch devices, including laptops, and narrow windows get the compact form (decision 25). */
const COMPACT = `(max-width: ${MOBILE_BREAKPOINT_PX - 1}px), (any-pointer: coarse)`;

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(COMPACT);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** True if the card shows one token-selector button in place of two selects. */
function useCompact(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(COMPACT).matches);
}
