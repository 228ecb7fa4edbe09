import type { z } from 'zod';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import type { Actor } from '../auth/actor.ts';

export interface CommandCall {
  readonly context: AppContext;
  /** An action makes all its changes in this transaction, which its audit entry closes. */
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: number;
  /** The fields as typed. */
  readonly typed: Readonly<Record<string, string>>;
}

export interface CommandOutcome {
  /** For the person who acted. */
  readonly message: string;
  /** The subject of the action, for the audit log. */
  readonly subject: string;
  /** Details to log in addition to the input. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** A file for the person who acted to download. */
  readonly file?: { readonly name: string; readonly body: string };
}

/** An action that staff can do, both from the desk and from the command line. */
export interface StaffCommand {
  readonly summary: string;
  readonly role: StaffRole;
  /** Available to the host, who needs no account. */
  readonly byHost?: true;
  /** Its fields; all of them arrive as text. */
  readonly input: z.ZodObject;
  /** Reads the chain, before the transaction begins, since that takes longer than a transaction may. */
  look?(context: AppContext, input: never): Promise<unknown>;
  run(call: CommandCall, input: never, seen: never): Promise<CommandOutcome>;
}

/**
 * Binds the types of a command's input to its schema, and of its chain reading. `run` throws StaffRefusal for a
 * forbidden action.
 */
export function defineCommand<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  command: Omit<StaffCommand, 'input' | 'look' | 'run'> & {
    readonly input: z.ZodObject<Shape>;
    look?(context: AppContext, input: z.infer<z.ZodObject<Shape>>): Promise<Seen>;
    run(call: CommandCall, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<CommandOutcome>;
  },
): StaffCommand {
  return command as unknown as StaffCommand;
}
