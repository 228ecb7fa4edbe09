import { useStore } from '@nanostores/react';
import { useCallback, useReducer, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { requestIsland } from '#src/components/ui/request-island.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { $paymentRequests, isDoubted } from '#src/purchase/payment-requests.ts';
import { $outbox } from '#src/purchase/pending-purchases.ts';
import type { CardState } from '#src/purchase/purchase-state.ts';
import { refreshPresale } from '#src/stores/presale.ts';
import { CardPart, type CardPartName } from './CardPart.tsx';
import type { CardPiece, CardProps } from './card-props.ts';
import { FeedPlace } from './feed/FeedPlace.tsx';
import { StoredPlace, SuccessPlace, UnknownPlace } from './LaterParts.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { Countdown, PhaseProgress, PriceWindow, Raised, Recounted } from './SaleState.tsx';
import { useCard } from './use-card.ts';

const TITLES = {
  open: 'presale.title',
  paused: 'presale.titlePaused',
  'sold-out': 'presale.titleEnded',
  closed: 'presale.titleEnded',
} as const;

/** The card in the browser: the form or the success panel, so that paying needs no scrolling, then the sale's state. */
export function LiveCard() {
  const { t } = usePage<CardProps>();
  const card = useCard();
  const isUnknown = useStore($paymentRequests).length > 0;
  const isWaiting = useStore($outbox).some(({ body }) => !isDoubted(body.transactionHash));
  const fold = useFold(isWaiting, card.purchase.stage);
  const [opened, setOpened] = useState<CardPartName | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const { pricing, purchase } = card;
  const part = purchase.stage === 'summary' ? 'summary' : opened;
  return (
    <section className="card-sale" aria-labelledby="presale-title">
      <div className="card sale-form">
        <div className="row row-between">
          <h2 id="presale-title">{t(TITLES[pricing.data?.saleStatus ?? 'open'])}</h2>
          <Button look="small" text="↻" aria-label={t('presale.refresh')} onClick={() => void refreshPresale()} />
        </div>
        <Banners card={card} />
        {isUnknown && purchase.stage !== 'waiting' && <UnknownPlace />}
        {isWaiting && purchase.stage !== 'success' && <StoredPlace sent={purchase.hash} onMore={fold} />}
        {purchase.stage === 'success' ? (
          <SuccessPlace purchase={purchase} />
        ) : (
          fold === null && (
            <PaymentForm card={card} onSelect={() => setOpened('selector')} onBasis={() => setOpened('basis')} />
          )
        )}
        <div data-payment-place />
        <Links onGiveaway={() => setOpened('leaving')} />
      </div>
      <div className="sale-state">
        <PhaseProgress pricing={pricing.data} rates={card.rates} />
        <Countdown pricing={pricing.data} />
        <Raised total={card.stats?.totalRaised} />
        <Recounted recount={card.stats?.recount} />
        <PriceWindow pricing={pricing.data} onHistory={() => setOpened('history')} />
        <FeedPlace />
      </div>
      {part !== null && <CardPart key={part} name={part} card={card} onClose={close} />}
    </section>
  );
}

/** Shows the form, which is folded while another visit's payment is under way, so that nobody pays twice; or null. */
function useFold(isWaiting: boolean, stage: CardState['stage']): (() => void) | null {
  const [isAsked, ask] = useReducer(() => true, false);
  if (stage !== 'idle' && !isAsked) ask();
  return isWaiting && stage === 'idle' && !isAsked ? ask : null;
}

/** Warnings about the whole sale. */
function Banners({ card: { addressAgrees, config, pricing, withdrawn } }: Pick<CardPiece, 'card'>) {
  const { t } = usePage<CardProps>();
  return (
    <>
      {config?.debugMode && <p className="card-banner">{t('site.debug')}</p>}
      {!addressAgrees && (
        <p className="card-banner danger" role="alert">
          {t('presale.addressMismatch')}
        </p>
      )}
      {withdrawn && (
        <p className="card-banner danger" role="alert">
          {t('presale.withdrawn')}
        </p>
      )}
      {pricing.error !== undefined && pricing.data === undefined && (
        <p className="danger">{t('presale.unavailable')}</p>
      )}
    </>
  );
}

/** The card's other links. */
function Links({ onGiveaway }: { readonly onGiveaway: () => void }) {
  const { t, tag, giveawayUrl } = usePage<CardProps>();
  return (
    <div className="stack">
      <Button look="wide" text={t('presale.card') + inBrackets(t('presale.cardSoon'), tag)} disabled />
      <div className="pair">
        <a className="button" href="#how-to-buy">
          {t('presale.howToBuy')}
        </a>
        <Button
          text={t('presale.giveaway') + (giveawayUrl === null ? inBrackets(t('presale.giveawaySoon'), tag) : '')}
          disabled={giveawayUrl === null}
          onClick={onGiveaway}
        />
      </div>
      <Button text={t('presale.transactions')} onClick={() => requestIsland('transactions')} />
    </div>
  );
}
