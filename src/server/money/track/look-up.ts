import { findTransfers, intendedTransfer, type Transfer } from '#src/chain/find-transfers.ts';
import { paymentId } from '#src/chain/payment-id.ts';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findTokenAt } from '#src/config/tokens.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import { TRANSFERS_SHOWN, type Track } from '#src/contract/track.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { NO_AMOUNTS } from '../payments/answer/payment-views.ts';
import { receivedInternally } from '../payments/find/arrived.ts';
import { findProvenSafePayment, initialStatus } from '../payments/verify/store-payments.ts';
import { pollSeconds } from './poll-seconds.ts';
import { timeline } from './timeline.ts';

type Found = Pick<Track, 'status' | 'reason' | 'confirmations' | 'payments' | 'unlisted' | 'sender'> & {
  readonly time: string | null;
};

/** What the chains say of an unknown hash, by quorum. Never throws: the answer names chains that could not be read. */
export async function lookUp(context: AppContext, transactionHash: string, chainId: ChainId | null): Promise<Track> {
  const asked = CHAIN_IDS.filter((candidate) => chainId === null || candidate === chainId);
  const readings = new Map<ChainId, TransactionReading | null>();
  await Promise.all(
    asked.map(async (candidate) => {
      readings.set(
        candidate,
        await chainOf(context, candidate)
          .transaction(transactionHash)
          .catch(() => null),
      );
    }),
  );
  const at =
    asked.find((candidate) => readings.get(candidate)?.state === 'mined') ??
    asked.find((candidate) => readings.get(candidate)?.state === 'pending') ??
    null;
  const reading = at === null ? null : (readings.get(at) ?? null);
  const found =
    at === null || reading === null
      ? nowhere([...readings.values()])
      : await tellOf(context, at, transactionHash, reading);
  return {
    transactionHash,
    recorded: false,
    chainId: at,
    status: found.status,
    reason: found.reason,
    final: false,
    confirmations: found.confirmations,
    required: REQUIRED_CONFIRMATIONS,
    steps: timeline({
      ...found,
      seen: at !== null,
      mined: reading?.state === 'mined',
      final: false,
      times: found.time === null ? {} : { mined: found.time },
    }),
    payments: found.payments,
    unlisted: found.unlisted,
    sender: found.sender,
    executedBy: null,
    replacedBy: null,
    reference: null,
    recoverable: found.status !== 'rejected' && found.status !== 'failed',
    chains: CHAIN_IDS.map((candidate) => ({ chainId: candidate, answer: answerOf(readings.get(candidate)) })),
    pollSeconds: pollSeconds(found.status, false, at),
  };
}

function answerOf(reading: TransactionReading | null | undefined): Track['chains'][number]['answer'] {
  return reading === undefined ? 'not-asked' : reading === null ? 'unreachable' : reading.state;
}

function nowhere(readings: readonly (TransactionReading | null)[]): Found {
  const reason = readings.includes(null) ? 'chain-unreachable' : 'not-found';
  return { status: 'unknown', reason, confirmations: 0, payments: [], unlisted: 0, sender: null, time: null };
}

async function tellOf(
  context: AppContext,
  chainId: ChainId,
  hash: string,
  reading: TransactionReading,
): Promise<Found> {
  const base = {
    confirmations: 0,
    payments: [],
    unlisted: 0,
    sender: 'from' in reading ? reading.from : null,
    time: null,
  };
  if (reading.state !== 'mined') {
    const ours = reading.state === 'pending' && intendedTransfer(reading, context.env.presaleAddress) !== null;
    return { ...base, status: 'processing', reason: ours ? 'in-mempool' : 'not-recorded' };
  }
  const time = new Date(Number(reading.blockTime) * 1000).toISOString();
  const behind = await chainOf(context, chainId)
    .head()
    .then(({ number }) => number - reading.blockNumber)
    .catch(() => 0n);
  const transaction = { chainId, hash, reading, confirmations: behind > 0n ? behind + 1n : 1n };
  const mined = { ...base, time, confirmations: Number(transaction.confirmations) };
  const ofSafe = await findProvenSafePayment(context, transaction);
  if (ofSafe === 'unreadable') return { ...mined, status: 'processing', reason: 'not-recorded' };
  const all = [...findTransfers(reading, context.env.presaleAddress), ...(ofSafe === null ? [] : [ofSafe])];
  const transfers = all.slice(0, TRANSFERS_SHOWN);
  const [first] = transfers;
  if (!reading.succeeded) return { ...mined, status: 'failed', reason: null };
  if (first === undefined) {
    const internal = await receivedInternally(context, transaction).catch(() => null);
    if (internal === null) return { ...mined, status: 'processing', reason: 'not-recorded' };
    return internal > 0n
      ? { ...mined, status: 'needs-review', reason: 'internal-transfer' }
      : { ...mined, status: 'rejected', reason: 'wrong-recipient' };
  }
  const payments = transfers.map((transfer) => unrecorded(transaction, transfer));
  const { status, reason } = initialStatus(first, findTokenAt(chainId, first.token), true);
  return {
    ...mined,
    payments,
    unlisted: all.length - transfers.length,
    status,
    reason: status === 'confirming' ? 'not-recorded' : reason,
  };
}

/** A transfer as we would record it; nothing is credited for it yet. */
function unrecorded({ chainId, hash, reading, confirmations }: PaymentTransaction, transfer: Transfer): PaymentView {
  const token = findTokenAt(chainId, transfer.token);
  return {
    ...NO_AMOUNTS,
    id: paymentId({ chain_id: chainId, transaction_hash: hash, transfer_index: transfer.transferIndex }),
    chainId,
    transactionHash: hash,
    payer: transfer.payer,
    paymentMethod: token?.symbol ?? null,
    tokenAddress: transfer.token,
    paymentAmount: token === undefined ? null : formatUnits(transfer.amount, token.decimals),
    paymentBaseUnits: transfer.amount.toString(),
    refundsPaid: [],
    ...initialStatus(transfer, token, reading.succeeded),
    confirmations: Number(confirmations),
    block: Number(reading.blockNumber),
    createdAt: new Date(Number(reading.blockTime) * 1000).toISOString(),
  };
}
