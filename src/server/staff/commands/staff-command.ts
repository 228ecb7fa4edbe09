import type { z } from 'zod';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import type { Actor } from '../auth/actor.ts';
import type { CardFact } from '../screen/screen.ts';

export interface CommandCall {
  readonly context: AppContext;
  /** An action makes all its changes in this transaction, which its audit entry closes. */
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: number;
  readonly typed: Readonly<Record<string, string>>;
}

/** What both one person's commands and the proposals of two people have. */
interface Action<Input, Seen> {
  /** Its fields; all of them arrive as text. */
  readonly input: z.ZodObject;
  /** Its subject, for searching: `wallet:0x…`. */
  subject(input: Input): string;
  /** Reads the chains before the transaction begins, which may not take that long. Throws StaffRefusal. */
  look?(context: AppContext, input: Input): Promise<Seen>;
}

export interface CommandOutcome {
  /** For the person who acted, or work in further transactions that comes to it; called once this one is committed. */
  readonly message: string | (() => Promise<string>);
  /** The subject for the audit log, where the fields do not tell it. */
  readonly subject?: string;
  /** Details to log in addition to the input. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** A file for the person who acted to download. */
  readonly file?: { readonly name: string; readonly body: string };
}

/** An action that staff can do, both from the desk and from the command line. */
export interface StaffCommand<Input = never, Seen = unknown> extends Action<Input, Seen> {
  readonly summary: string;
  readonly role: StaffRole;
  /** Available to the host, who needs no account. */
  readonly byHost?: true;
  /** Returns the message, alone or with more. Throws StaffRefusal for a forbidden action. */
  run(call: CommandCall, input: Input, seen: Seen): Promise<string | CommandOutcome>;
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

/** A decision of two managers: one proposes, another has it executed. `look` is called for each of them. */
export interface ProposalKind<Input = never, Seen = unknown> extends Action<Input, Seen> {
  readonly label: string;
  /** Run when the first one proposes; throws StaffRefusal if the proposal is pointless. */
  prepare?(call: CommandCall, input: Input, seen: Seen): Promise<Prepared | undefined>;
  /** Facts for the second one in addition to the fields. */
  facts?(db: Db, input: Input): Promise<readonly CardFact[]>;
  /**
   * Called before the second one's transaction with the root that they entered, in lower case; throws StaffRefusal.
   * Kinds without it do not ask for a root.
   */
  confirm?(context: AppContext, root: string): Promise<void>;
  /**
   * In place of `look`: called only before the second one's transaction, for what it changes to be computed. Throws
   * StaffRefusal.
   */
  plan?(context: AppContext, input: Input): Promise<Seen>;
  /** Run when the second one approves; throws StaffRefusal if it cannot be done (any more). */
  run(call: ApprovalCall, input: Input, seen: Seen): Promise<CommandOutcome['message']>;
}

export type Commands = Readonly<Record<string, StaffCommand>>;
export type Proposals = Readonly<Record<string, ProposalKind>>;

type Typed<Shape extends z.core.$ZodLooseShape> = z.infer<z.ZodObject<Shape>>;

/** Binds the types of a command's input to its schema, and of its chain reading. */
export function defineCommand<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  command: StaffCommand<Typed<Shape>, Seen> & { readonly input: z.ZodObject<Shape> },
): StaffCommand {
  return command as unknown as StaffCommand;
}

/** The same for a kind of proposal. */
export function defineKind<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  kind: ProposalKind<Typed<Shape>, Seen> & { readonly input: z.ZodObject<Shape> },
): ProposalKind {
  return kind as unknown as ProposalKind;
}
