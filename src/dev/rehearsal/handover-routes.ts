import { z } from 'zod';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { claimAsStranger, deployContracts, deployWrongRoot, fundContract, fundShort } from './handover-chain.ts';
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
import { HANDOVER_FAULTS, HANDOVER_STEPS, type HandoverStep, type StepOutcome } from './rehearsal-state.ts';

const STEPS: Readonly<Record<Exclude<HandoverStep, 'stranger'>, Step>> = {
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
          step: z.enum([...HANDOVER_STEPS, ...HANDOVER_FAULTS]),
          wallet: walletAddressSchema.optional(),
        }),
        hide: true,
      },
    },
    ({ body: { step, wallet = '' } }): Promise<StepOutcome> => {
      const act = () => (step === 'stranger' ? claimAsStranger(stage, wallet.toLowerCase()) : STEPS[step](stage));
      const outcome = last.then(act).catch((error: unknown) => {
        if (error instanceof StaffRefusal) return { said: [], refused: error.message };
        throw error;
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
  );
}
