import { z } from 'zod';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import {
  claimAsStranger,
  claimToToken,
  deployContracts,
  deployPastDates,
  deployWrongRoot,
  emptyWallet,
  fundContract,
  fundShort,
  loseFunding,
} from './handover-chain.ts';
import { buyAsContract, objectRightly, releaseTokens, withdrawLate, withholdTokens } from './handover-objections.ts';
import {
  approveList,
  approveWrongRoot,
  draftList,
  endSale,
  openClaims,
  passMonth,
  passObjections,
  type Stage,
  type Step,
  withdrawList,
} from './handover-steps.ts';
import { ALL_STEPS, type HandoverStep, type StepOutcome } from './rehearsal-state.ts';

const STEPS: Readonly<Record<HandoverStep, Step>> = {
  end: endSale,
  draft: draftList,
  objections: passObjections,
  approve: approveList,
  deploy: deployContracts,
  fund: fundContract,
  opening: openClaims,
  month: passMonth,
  withdraw: withdrawList,
  wrongTyped: approveWrongRoot,
  wrongRoot: deployWrongRoot,
  short: fundShort,
  stranger: claimAsStranger,
  pastDates: deployPastDates,
  fundingLost: loseFunding,
  // As at the desk: nobody can draft while a list is final.
  secondList: draftList,
  withdrawLate,
  contractBuyer: buyAsContract,
  objection: objectRightly,
  withheld: withholdTokens,
  released: releaseTokens,
  toToken: claimToToken,
  poor: emptyWallet,
};

/** The steps of the end of the sale, one at a time. */
export function handoverRoute(stage: Stage): void {
  const { app } = stage;
  let last: Promise<unknown> = Promise.resolve();
  app.post<{ Body: { step: HandoverStep; wallet?: string } }>(
    '/rehearsal/handover',
    {
      config: { rateLimit: false },
      schema: {
        body: z.object({
          step: z.enum(ALL_STEPS),
          wallet: walletAddressSchema.optional(),
        }),
        hide: true,
      },
    },
    ({ body: { step, wallet = '' } }): Promise<StepOutcome> => {
      const outcome = last
        .then(() => STEPS[step](stage, wallet.toLowerCase()))
        .catch((error: unknown) => {
          if (error instanceof StaffRefusal) return { said: [], refused: error.message };
          throw error;
        });
      last = outcome.catch(() => undefined);
      return outcome;
    },
  );
}
