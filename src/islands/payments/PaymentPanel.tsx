import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { paymentId } from '#src/chain/payment-id.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { CountedUp } from '#src/components/ui/CountedUp.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS } from '#src/config/chains.ts';
import { MOBILE_BREAKPOINT_PX } from '#src/config/limits.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type StepperView, stepperView } from '#src/islands/payments/stepper-view.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { reasonKey, statusFacts, statusSentenceKey } from '#src/purchase/payment-statuses.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { $purchase, dismissTracked, type TrackedPayment } from '#src/purchase/purchase-state.ts';
import { $openQuestion } from '#src/stores/ask-wallet.ts';
import { ConfirmationArcs } from './ConfirmationArcs.tsx';
import { CreditNoticeOffer, useCreditNotice } from './CreditNotice.tsx';
import { Elapsed } from './Elapsed.tsx';
import { HashLinks } from './HashLinks.tsx';
import type { PaymentsPage, PaymentsText } from './payments-props.ts';

interface Props {
  readonly tracked: TrackedPayment;
}

const STEPS = ['wallet', 'record', 'confirm', 'credit'] as const;

/** Where a payment is, in four steps (decision 16): one line, which opens if there is more to read. */
export function PaymentPanel({ tracked }: Props) {
  const { t, tag, receiptPath } = usePage<PaymentsPage>();
  const answers = useStore($answers);
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const answer = tracked.hash === null ? undefined : answers[tracked.hash];
  const view = stepperView(tracked, answer);
  const { intent } = tracked;
  const small = !(isOpened ?? needsReading(view));
  const says = headline(t, view);
  const receipt = isCredited(view) ? receiptIdOf(answer) : null;
  const token = findToken(intent.chainId, intent.symbol)?.display ?? intent.symbol;
  const amount = intent.amount === '' ? t('payment.notListed') : `${formatNumber(intent.amount, tag, 0, 18)} ${token}`;
  // The card's success panel, just above, then says how much.
  const { stage } = useStore($purchase);
  const question = useStore($openQuestion);
  const isTold = stage === 'success' && isCredited(view);
  const press = () => {
    question?.cancel();
    focusCard();
  };
  useCreditNotice({ hash: tracked.hash, amount, isCredited: isCredited(view) });
  return (
    <section
      className="payment"
      data-small={small || undefined}
      data-credited={isCredited(view) || undefined}
      data-trouble={isTrouble(view) || undefined}
      aria-label={t('pay.steps.title')}
    >
      <div className="row row-between">
        {(view.steps[2] === 'current' || view.steps[2] === 'done') && (
          <ConfirmationArcs confirmations={view.steps[2] === 'done' ? REQUIRED_CONFIRMATIONS : view.confirmations} />
        )}
        <p>
          <strong className="ltr">{amount}</strong>
          <span className={lookOf(view)} role="status">
            {says}
          </span>
          {view.steps[3] === 'done' && !isTold && answer?.tokensAllocated != null && (
            <CountedUp
              from="0"
              value={answer.tokensAllocated}
              write={(tokens) => t('pay.list.tokens', { tokens: formatNumber(tokens, tag) })}
            />
          )}
        </p>
        <span className="row">
          {receipt !== null && <Link text={t('payment.receipt')} href={`${receiptPath}?id=${receipt}`} />}
          {stage === 'waiting' && question?.what === 'pay' && (
            <Button look="small" text={t('pay.steps.stop')} onClick={press} />
          )}
          <Button
            look="small"
            text={t(small ? 'pay.steps.expand' : 'pay.steps.minimise')}
            aria-expanded={!small}
            onClick={() => setOpened(small)}
          />
          {view.over && <Button look="small" text={t('pay.close')} onClick={dismissTracked} />}
        </span>
      </div>
      {view.reason === 'wrong-recipient' && (
        <p className="danger" role="alert" id="astray">
          {t('pay.help.wrongRecipient')}
        </p>
      )}
      {!small && <Details tracked={tracked} view={view} />}
    </section>
  );
}

/** The panel goes, and the card names the payment in doubt below its title. */
function focusCard(): void {
  const title = document.getElementById('presale-title');
  title?.setAttribute('tabindex', '-1');
  title?.focus();
}

/** Whether the details show by themselves: while the wallet is asked, or on trouble, except on a small screen. */
function needsReading(view: StepperView): boolean {
  if (matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`).matches) return false;
  return view.help === 'wallet' || isTrouble(view);
}

/** Whether the visitor has to do something, or must not. */
export function isTrouble({ help, over, steps }: StepperView): boolean {
  const isUsual = help === null || help === 'wallet' || help === 'record' || help === 'confirm';
  return !isUsual || (over && !isCredited({ steps }));
}

function isCredited({ steps }: Pick<StepperView, 'steps'>): boolean {
  return steps.every((step) => step === 'done');
}

/** The number of a credited payment's receipt; null if its transaction has more than one, which /track lists. */
function receiptIdOf(answer: PurchaseResponse | undefined): string | null {
  const { chainId = null, transferIndex = null } = answer ?? {};
  if (answer === undefined || chainId === null || transferIndex === null) return null;
  const hash = answer.transactionHash.toLowerCase();
  return paymentId({ chain_id: chainId, transaction_hash: hash, transfer_index: transferIndex });
}

/** The tone of /track on trouble, so that a failure is not read past. */
function lookOf(view: StepperView): string {
  return isTrouble(view) ? `block ${statusFacts(view.status ?? 'unknown').tone ?? ''}` : 'note block';
}

/** One line for the state of a payment: the API's own sentence once it has one. */
function headline(t: PaymentsText, { status, steps, confirmations }: StepperView): string {
  const current = STEPS[steps.indexOf('current')] ?? 'credit';
  // The wallet may count blocks that the API has not seen yet.
  const isCounted = status === 'confirming' || (status === 'processing' && confirmations > 0);
  if (status === null || isCounted)
    return t(`pay.steps.${current}`, { confirmations, required: REQUIRED_CONFIRMATIONS });
  return t(statusSentenceKey(status));
}

/** A step that is done has another name than one to come. */
function stepKey(step: (typeof STEPS)[number], state: StepperView['steps'][number] | undefined) {
  const isDone = state === 'done' && (step === 'wallet' || step === 'record');
  return isDone ? (`pay.steps.${step}Done` as const) : (`pay.steps.${step}` as const);
}

/** Whether its state is said in words: by its dot alone, a step that does not come looks like one to come. */
function isStopped(state: StepperView['steps'][number] | undefined): boolean {
  return state === 'failed' || state === 'skipped';
}

interface DetailsProps extends Pick<Props, 'tracked'> {
  readonly view: StepperView;
}

/** The four steps, and the other details of the payment. */
function Details({ tracked, view }: DetailsProps) {
  const { t } = usePage<PaymentsPage>();
  const { intent, hash } = tracked;
  return (
    <div className="stack">
      <ol className="steps-list" data-over={isCredited(view) || undefined}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            data-state={view.steps[index]}
            aria-current={view.steps[index] === 'current' ? 'step' : undefined}
          >
            <span>
              {t(stepKey(step, view.steps[index]), {
                confirmations: view.confirmations,
                required: REQUIRED_CONFIRMATIONS,
              })}
            </span>
            <span className={isStopped(view.steps[index]) ? 'note' : 'unseen'}>
              {t(`pay.steps.${view.steps[index] ?? 'todo'}`)}
            </span>
          </li>
        ))}
      </ol>
      {tracked.replaced && <p>{t('pay.steps.replaced')}</p>}
      {view.reason !== null && <p>{t(reasonKey(view.reason))}</p>}
      {view.help !== null && <p className="note">{t(`pay.help.${view.help}`)}</p>}
      {hash !== null && <HashLinks hash={hash} chainId={intent.chainId} />}
      <p className="note row row-between">
        <span>{CHAINS[intent.chainId].name}</span>
        {!view.over && <Elapsed since={tracked.startedAt} />}
      </p>
      {hash !== null && !view.over && <p className="note">{t('pay.steps.leave')}</p>}
      {hash !== null && !view.over && <CreditNoticeOffer />}
    </div>
  );
}
