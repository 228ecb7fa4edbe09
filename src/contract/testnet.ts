import { z } from 'zod';

export const testnetStatusSchema = z.object({
  announced: z
    .literal(false)
    .describe('No test network of the SYNX chain has been announced: there is nothing to join'),
  rehearsal: z
    .boolean()
    .describe('True on local chains, where a purchase can be rehearsed and POST /api/testnet/faucet exists'),
  asOf: z.iso.datetime().describe('When this was answered'),
});
export type TestnetStatus = z.infer<typeof testnetStatusSchema>;
