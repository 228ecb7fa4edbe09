import type { z } from 'zod';
import type { Engine } from '../../context/engine.ts';
import type { StaffRole } from '../../database/staff-tables.ts';
import type { Tx } from '../../database/tables.ts';
import type { Actor } from '../auth/actor.ts';

export interface VerbContext {
  readonly engine: Engine;
  /** Everything an action changes, it changes in this transaction, which its audit entry closes. */
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: number;
  /** The fields as they were typed. */
  readonly typed: Readonly<Record<string, string>>;
}

export interface VerbOutcome {
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
export interface Verb {
  readonly summary: string;
  readonly role: StaffRole;
  /** Also the host, who needs no account. */
  readonly byHost?: true;
  /** Its fields; all of them arrive as text. */
  readonly input: z.ZodObject;
  /** Reads, before the transaction begins, what takes longer than a transaction may: a chain. */
  look?(engine: Engine, input: never): Promise<unknown>;
  run(context: VerbContext, input: never, seen: never): Promise<VerbOutcome>;
}

/**
 * Binds the types of a verb's input to its schema, and of what it has seen. Throws StaffRefusal from `run` what must
 * not be done.
 */
export function defineVerb<Shape extends z.core.$ZodLooseShape, Seen = undefined>(
  verb: Omit<Verb, 'input' | 'look' | 'run'> & {
    readonly input: z.ZodObject<Shape>;
    look?(engine: Engine, input: z.infer<z.ZodObject<Shape>>): Promise<Seen>;
    run(context: VerbContext, input: z.infer<z.ZodObject<Shape>>, seen: Seen): Promise<VerbOutcome>;
  },
): Verb {
  return verb as unknown as Verb;
}
