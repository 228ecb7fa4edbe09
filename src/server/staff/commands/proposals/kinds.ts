import { correctLedger } from './correct-ledger.ts';
import { creditPaymentProposal } from './credit-payment.ts';
import { grantViews } from './grant-views.ts';
import type { ProposalKind } from './kind.ts';
import { inviteManager, reinstateManager } from './managers.ts';
import { correctPointsKind, reversePointsKind } from './points.ts';
import { reassignPayment } from './reassign-payment.ts';
import { recordPayment } from './record-payment.ts';
import { recordRefundKind } from './record-refund.ts';
import { returnPaymentKind } from './return-payment.ts';
import { closeSale, endPhase, keepPhase, reopenSale } from './sale.ts';
import { setDate } from './set-date.ts';
import { reinstateBuild, switchOnToken } from './switch-on.ts';

/** Everything that one person can never do alone. */
export const PROPOSAL_KINDS: Readonly<Record<string, ProposalKind>> = {
  'correct-ledger': correctLedger,
  'credit-payment': creditPaymentProposal,
  'reassign-payment': reassignPayment,
  'record-payment': recordPayment,
  'return-payment': returnPaymentKind,
  'record-refund': recordRefundKind,
  'correct-points': correctPointsKind,
  'reverse-points': reversePointsKind,
  'grant-views': grantViews,
  'end-phase': endPhase,
  'keep-phase': keepPhase,
  'close-sale': closeSale,
  'reopen-sale': reopenSale,
  'set-date': setDate,
  'switch-on-token': switchOnToken,
  'reinstate-build': reinstateBuild,
  'invite-manager': inviteManager,
  'reinstate-manager': reinstateManager,
};
