import { useStore } from '@nanostores/react';
import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { ConnectRow } from '#src/components/ui/ConnectRow.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { Status } from '#src/components/ui/Status.tsx';
import { CHAIN_IDS, CHAINS, type ChainId, isChainId } from '#src/config/chains.ts';
import { SELECTOR_RULES } from '#src/config/limits.ts';
import { LOOKALIKES, type Lookalike } from '#src/config/lookalikes.ts';
import { PUBLIC_NODE_HOST } from '#src/config/public-rpc.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import { matchesQuery } from '#src/lib/text/matches-query.ts';
import { displayAmount } from '#src/purchase/offer/card-quote.ts';
import { $balances, loadBalances } from '#src/stores/balances.ts';
import { $elsewhere, loadBalancesElsewhere } from '#src/stores/balances-elsewhere.ts';
import type { CardPartProps, LaterCardProps, LaterCardText } from '../card-props.ts';
import { useFees } from '../use-fees.ts';
import { PayWith } from './PayWith.tsx';
import { swipeChain } from './swipe-chain.ts';

/** "Select a Token": search, chains, balances; a swipe changes the chain, and taps vibrate. */
export function TokenSelector({ card, onClose }: CardPartProps) {
  const { t } = usePage<LaterCardProps>();
  const { draft, wallet } = card;
  const [chainId, setChainId] = useState(draft.chainId);
  const [search, setSearch] = useState('');
  const balances = useStore($balances);
  const asked = useStore($elsewhere)[chainId];
  const field = useId();
  const isOwn = wallet.walletChainId === chainId;
  useOwnBalances(wallet);

  const listed = TOKENS.filter((token) => token.chainId === chainId);
  const matches = ({ symbol, display, name }: Token | Lookalike) =>
    matchesQuery(`${symbol} ${display} ${name}`, search);
  const found = listed.filter(matches);
  const lookalikes = LOOKALIKES.filter((token) => token.chainId === chainId && matches(token));
  const lacks = (none: null | undefined) => (token: Token) => balances[`${chainId}:${token.symbol}`] === none;
  const note = listNote(t, {
    loading: wallet.isConnected && (isOwn ? listed.some(lacks(undefined)) : asked === 'asking'),
    none: found.length + lookalikes.length === 0,
    unread: wallet.isConnected && found.some(lacks(null)) && (isOwn || asked !== 'asking'),
  });

  const vibration = useVibration();
  const swipe = useSwipe((distance, direction) => setChainId(swipeChain(chainId, distance, direction)));
  const choose = (token: Token) => {
    if (token.chainId !== draft.chainId) card.setChain(token.chainId);
    card.setToken(token.symbol);
    onClose();
  };
  return (
    <Dialog title={t('pay.selector.title')} onClose={onClose}>
      <div className="stack" {...vibration}>
        {wallet.isConnected ? (
          <PayWith card={card} onChoose={choose} />
        ) : (
          <ConnectRow text={t('pay.selector.connect')} label={t('wallet.connect')} onClose={onClose} />
        )}
        <div className="field">
          <label htmlFor={field}>{t('pay.selector.search')}</label>
          <input
            id={field}
            className="input"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <ChainButtons chainId={chainId} onChoose={setChainId} />
        {chainId === 1 && <p className="warning">{t('pay.selector.gasWarning')}</p>}
        <div className="token-list" {...swipe}>
          <Status look="note" text={note} />
          <TokenList card={card} found={found} lookalikes={lookalikes} onChoose={choose} />
        </div>
        {wallet.isConnected && <p className="note">{t('pay.selector.nodes', { host: PUBLIC_NODE_HOST })}</p>}
      </div>
      <Button text={t('wallet.close')} onClick={onClose} />
    </Dialog>
  );
}

/** Reads the wallet's balances: through it on its network, from public nodes elsewhere, once this list is open. */
function useOwnBalances({ isConnected, account, walletChainId }: CardPartProps['card']['wallet']): void {
  useEffect(() => {
    if (!isConnected || account === null) return;
    if (isChainId(walletChainId)) void loadBalances(walletChainId);
    void loadBalancesElsewhere();
  }, [isConnected, account, walletChainId]);
}

/** The note on the list: the first that applies. */
function listNote(t: LaterCardText, applies: Readonly<Record<'loading' | 'none' | 'unread', boolean>>): string {
  const note = (['loading', 'none', 'unread'] as const).find((each) => applies[each]);
  return note === undefined ? '' : t(`pay.selector.${note}`);
}

/** Makes a tap on a button vibrate. */
function useVibration() {
  const touched = useRef(false);
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      touched.current = event.pointerType === 'touch';
    },
    onClickCapture: (event: MouseEvent) => {
      if (touched.current && event.target instanceof Element && event.target.closest('button') !== null)
        navigator.vibrate?.(SELECTOR_RULES.vibrateMs);
    },
  };
}

/** Reports how far, in pixels, one finger moved, and the direction of the text under it. */
function useSwipe(onSwipe: (distance: number, direction: string) => void) {
  const from = useRef<number | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      from.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = event.changedTouches[0]?.clientX;
      if (from.current !== null && end !== undefined)
        onSwipe(end - from.current, getComputedStyle(event.currentTarget).direction);
      from.current = null;
    },
  };
}

interface ChainsProps {
  readonly chainId: ChainId;
  readonly onChoose: (chainId: ChainId) => void;
}

function ChainButtons({ chainId, onChoose }: ChainsProps) {
  const { t } = usePage<LaterCardProps>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons are no form, so no fieldset
    <div className="chain-buttons" role="group" aria-label={t('presale.chain')}>
      {CHAIN_IDS.map((id) => (
        <button key={id} className="button" type="button" aria-pressed={id === chainId} onClick={() => onChoose(id)}>
          <img src={`/icons/chains/${CHAINS[id].icon}.svg`} alt="" width="24" height="24" />
          <span>{CHAINS[id].name}</span>
        </button>
      ))}
    </div>
  );
}

interface ListProps extends Pick<CardPartProps, 'card'> {
  readonly found: readonly Token[];
  readonly lookalikes: readonly Lookalike[];
  readonly onChoose: (token: Token) => void;
}

function TokenList({ card, found, lookalikes, onChoose }: ListProps) {
  const { t, tag } = usePage<LaterCardProps>();
  const { draft } = card;
  const balances = useStore($balances);
  const feeOf = useFees(card);
  const described = (token: Token) =>
    [nameOf(t, token), feeOf(token)].flatMap((part) => (part === null ? [] : [part])).join(' · ');
  return (
    <ul>
      {found.map((token) => (
        <li key={token.symbol}>
          <TokenButton
            token={token}
            note={token.accepted ? described(token) : t('pay.selector.retired')}
            balance={shown(token, balances[`${token.chainId}:${token.symbol}`], tag)}
            chosen={token.chainId === draft.chainId && token.symbol === draft.symbol}
            onChoose={token.accepted ? () => onChoose(token) : null}
          />
        </li>
      ))}
      {lookalikes.map((token) => (
        <li key={token.symbol}>
          <TokenButton
            token={token}
            note={t('pay.selector.lookalike')}
            balance={shown(token, balances[`${token.chainId}:${token.symbol}`], tag)}
            chosen={false}
            onChoose={null}
          />
        </li>
      ))}
    </ul>
  );
}

interface ButtonProps {
  readonly token: Token | Lookalike;
  readonly note: string;
  readonly balance: string;
  readonly chosen: boolean;
  /** Null if it cannot be chosen. */
  readonly onChoose: (() => void) | null;
}

function TokenButton({ token, note, balance, chosen, onChoose }: ButtonProps) {
  return (
    <button type="button" disabled={onChoose === null} aria-pressed={chosen} onClick={onChoose ?? undefined}>
      <img src={`/icons/tokens/${token.icon}.svg`} alt="" width="32" height="32" />
      <span>
        <span>{token.display}</span>
        <span className="note block">{note}</span>
      </span>
      <span className="number ltr">{balance}</span>
    </button>
  );
}

function shown(token: Token | Lookalike, balance: bigint | null | undefined, tag: string): string {
  return balance === null || balance === undefined ? '–' : displayAmount(balance, token.decimals, tag);
}

/** The coin of Polygon is known by its former name, too, which is said in the page's language. */
function nameOf(t: LaterCardText, { symbol, display, name }: Token): string {
  return symbol === 'MATIC' ? t('presale.tokenLegacy', { token: display }) : name;
}
