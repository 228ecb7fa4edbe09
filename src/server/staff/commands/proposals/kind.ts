import type { z } from 'zod';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import type { CardFact } from '../../screen/screen.ts';
import type { CommandCall } from '../staff-command.ts';

/** A decision that two managers make: one states the action and its reason, another one has it executed. */
export interface ProposalKind {
  readonly label: string;
  readonly input: z.ZodObject;
  /** Its subject, for searching: `wallet:0x…`. */
  subject(input: never): string;
  /** Reads the chains, before the first one proposes and before the second one approves. Throws StaffRefusal. */
  look?(context: AppContext, input: never): Promise<unknown>;
  /** Run when the first one proposes; throws StaffRefusal if the proposal is pointless. */
  prepare?(call: CommandCall, input: never, seen: never): Promise<Prepared | undefined>;
  /** Facts for the second one in addition to the fields. */
  facts?(db: Db, input: never): Promise<readonly CardFact[]>;
  /** Run when the second one approves; throws StaffRefusal if it cannot be done (any more). */
  run(call: ApprovalCall, input: never, seen: never): Promise<string>;
}

/** A proposal's extras for its proposer. */
export interface Prepared {
  /** Shown to the proposer, once. */
  readonly message?: string;
  /** Hash of the link in that message. */
  readonly tokenHash?: string;
}

export type ApprovalCall = CommandCall & {
  readonly proposalId: bigint;
  /** Hash of the link that the proposer was shown. */
  readonly tokenHash: string | null;
};

/** Binds the types of a kind's input to its schema, and of its chain reading. */
export function defineKind<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  kind: Pick<ProposalKind, 'label'> & {
    readonly input: z.ZodObject<Shape>;
    subject(input: z.infer<z.ZodObject<Shape>>): string;
    look?(context: AppContext, input: z.infer<z.ZodObject<Shape>>): Promise<Seen>;
    prepare?(call: CommandCall, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<Prepared | undefined>;
    facts?(db: Db, input: z.infer<z.ZodObject<Shape>>): Promise<readonly CardFact[]>;
    run(call: ApprovalCall, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<string>;
  },
): ProposalKind {
  return kind as unknown as ProposalKind;
}
