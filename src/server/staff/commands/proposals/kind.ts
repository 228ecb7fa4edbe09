import type { z } from 'zod';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../database/tables.ts';
import type { CardFact } from '../../screen/screen.ts';
import type { CommandCall } from '../staff-command.ts';

/** A decision that two managers make: one says what and why, another one has it done. */
export interface ProposalKind {
  readonly label: string;
  readonly input: z.ZodObject;
  /** What it is about, for searching: `wallet:0x…`. */
  subject(input: never): string;
  /** Reads the chains, before the first one proposes and before the second one approves. Throws StaffRefusal. */
  look?(context: AppContext, input: never): Promise<unknown>;
  /** Done when the first one proposes; throws StaffRefusal where that is of no use. */
  prepare?(call: CommandCall, input: never, seen: never): Promise<Prepared>;
  /** What the second one should know besides the fields. */
  facts?(db: Db, input: never): Promise<readonly CardFact[]>;
  /** Done when the second one approves; throws StaffRefusal where it cannot be done (any more). */
  run(call: ApprovalCall, input: never, seen: never): Promise<string>;
}

/** What a proposal brings along for its proposer. */
export interface Prepared {
  /** Shown to the proposer, once. */
  readonly message?: string;
  /** Of the link in that message. */
  readonly tokenHash?: string;
}

export type ApprovalCall = CommandCall & {
  readonly proposalId: bigint;
  /** Of the link that the proposer was shown. */
  readonly tokenHash: string | null;
};

/** Binds the types of a kind's input to its schema, and of what it has seen. */
export function defineKind<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  kind: Pick<ProposalKind, 'label'> & {
    readonly input: z.ZodObject<Shape>;
    subject(input: z.infer<z.ZodObject<Shape>>): string;
    look?(context: AppContext, input: z.infer<z.ZodObject<Shape>>): Promise<Seen>;
    prepare?(call: CommandCall, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<Prepared>;
    facts?(db: Db, input: z.infer<z.ZodObject<Shape>>): Promise<readonly CardFact[]>;
    run(call: ApprovalCall, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<string>;
  },
): ProposalKind {
  return kind as unknown as ProposalKind;
}
