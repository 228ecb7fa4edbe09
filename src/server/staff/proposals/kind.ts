import type { z } from 'zod';
import type { VerbContext } from '../verb.ts';

/** A decision that two managers make: one says what and why, another one has it done. */
export interface ProposalKind {
  readonly label: string;
  readonly input: z.ZodObject;
  /** What it is about, for searching: `wallet:0x…`. */
  subject(input: never): string;
  /** Done when the second one approves; throws StaffRefusal where it cannot be done (any more). */
  run(context: VerbContext & { readonly proposalId: bigint }, input: never): Promise<string>;
}

/** Binds the type of a kind's input to its schema. */
export function defineKind<Shape extends z.core.$ZodLooseShape>(
  kind: Omit<ProposalKind, 'input' | 'subject' | 'run'> & {
    readonly input: z.ZodObject<Shape>;
    subject(input: z.infer<z.ZodObject<Shape>>): string;
    run(context: VerbContext & { readonly proposalId: bigint }, input: z.infer<z.ZodObject<Shape>>): Promise<string>;
  },
): ProposalKind {
  return kind as unknown as ProposalKind;
}
