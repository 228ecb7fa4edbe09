import type { z } from 'zod';
import type { Engine } from '../../../context/engine.ts';
import type { Db } from '../../../database/tables.ts';
import type { Fact } from '../../screen/screen.ts';
import type { VerbContext } from '../verb.ts';

/** A decision that two managers make: one says what and why, another one has it done. */
export interface ProposalKind {
  readonly label: string;
  readonly input: z.ZodObject;
  /** What it is about, for searching: `wallet:0x…`. */
  subject(input: never): string;
  /** Reads the chains, before the first one proposes and before the second one approves. Throws StaffRefusal. */
  look?(engine: Engine, input: never): Promise<unknown>;
  /** Done when the first one proposes; throws StaffRefusal where that is of no use. */
  prepare?(context: VerbContext, input: never, seen: never): Promise<Prepared>;
  /** What the second one should know besides the fields. */
  facts?(db: Db, input: never): Promise<readonly Fact[]>;
  /** Done when the second one approves; throws StaffRefusal where it cannot be done (any more). */
  run(context: ApprovalContext, input: never, seen: never): Promise<string>;
}

/** What a proposal brings along for its proposer. */
export interface Prepared {
  /** Shown to the proposer, once. */
  readonly message?: string;
  /** Of the link in that message. */
  readonly tokenHash?: string;
}

export type ApprovalContext = VerbContext & {
  readonly proposalId: bigint;
  /** Of the link that the proposer was shown. */
  readonly tokenHash: string | null;
};

/** Binds the types of a kind's input to its schema, and of what it has seen. */
export function defineKind<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  kind: Pick<ProposalKind, 'label'> & {
    readonly input: z.ZodObject<Shape>;
    subject(input: z.infer<z.ZodObject<Shape>>): string;
    look?(engine: Engine, input: z.infer<z.ZodObject<Shape>>): Promise<Seen>;
    prepare?(context: VerbContext, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<Prepared>;
    facts?(db: Db, input: z.infer<z.ZodObject<Shape>>): Promise<readonly Fact[]>;
    run(context: ApprovalContext, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<string>;
  },
): ProposalKind {
  return kind as unknown as ProposalKind;
}
