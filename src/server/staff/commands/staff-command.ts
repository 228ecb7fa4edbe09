import type { z } from 'zod';
import type { AppContext } from '../../context/app-context.ts';
import type { StaffRole } from '../../database/staff-tables.ts';
import type { Tx } from '../../database/tables.ts';
import type { Actor } from '../auth/actor.ts';

export interface CommandCall {
  readonly context: AppContext;
  /** Everything an action changes, it changes in this transaction, which its audit entry closes. */
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: number;
  /** The fields as they were typed. */
  readonly typed: Readonly<Record<string, string>>;
}

export interface CommandOutcome {
  /** For the person who acted. */
  readonly message: string;
  /** What it was done to, for the audit log. */
  readonly subject: string;
  /** What to write down besides the input. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** A file for the person who acted to download. */
  readonly file?: { readonly name: string; readonly body: string };
}

/** Something staff can do, from the desk and from the command line alike. */
export interface StaffCommand {
  readonly summary: string;
  readonly role: StaffRole;
  /** Also the host, who needs no account. */
  readonly byHost?: true;
  /** Its fields; all of them arrive as text. */
  readonly input: z.ZodObject;
  /** Reads, before the transaction begins, what takes longer than a transaction may: a chain. */
  look?(context: AppContext, input: never): Promise<unknown>;
  run(call: CommandCall, input: never, seen: never): Promise<CommandOutcome>;
}

/**
 * Binds the types of a command's input to its schema, and of what it has seen. Throws StaffRefusal from `run` what must
 * not be done.
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
