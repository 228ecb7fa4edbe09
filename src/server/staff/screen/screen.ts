import type { AppContext } from '../../context/app-context.ts';
import type { StaffRole } from '../../database/staff-tables.ts';
import type { Actor } from '../auth/actor.ts';

/**
 * What a screen shows, as data: the desk writes it as HTML, the command line as text. All of it is text, never markup.
 */
export interface Screen {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Table | Card;

export interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: Tone;
  /** A screen of the desk that it leads to. */
  readonly to?: string;
}

export interface Table {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Said where there are no rows. */
  readonly empty: string;
  /** Leads to the rows before these. */
  readonly back?: string;
  /** Leads to the rows that follow. */
  readonly more?: string;
}

/** One thing with what can be done about it. */
export interface Card {
  readonly kind: 'card';
  readonly title: string;
  readonly facts: readonly CardFact[];
  readonly forms: readonly Form[];
}

export type CardFact = readonly [label: string, value: Cell];
export type Tone = 'good' | 'bad';
export type Cell = string | RichCell;

export interface RichCell {
  readonly text: string;
  readonly tone?: Tone;
  /** A screen of the desk. */
  readonly to?: string;
  /** An address outside, shown as it is and opened only by a press; unsafe ones stay text. */
  readonly link?: string;
  /** The key that opens the link. */
  readonly key?: string;
  readonly forms?: readonly Form[];
}

/** A form for a command. */
export interface Form {
  readonly command: string;
  readonly button: string;
  /** Values sent in addition to the fields. */
  readonly values?: Readonly<Record<string, string>>;
  readonly fields?: readonly Field[];
  /** The key that presses the button, or goes to its first field where there is one. */
  readonly key?: string;
  /** Where the desk goes afterwards; by default it stays. */
  readonly next?: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'datetime-local' | 'textarea' | 'select';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string;
  readonly optional?: true;
}

export interface ScreenRequest {
  readonly context: AppContext;
  readonly actor: Actor;
  readonly now: number;
  /** The part behind the question mark. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

export interface ScreenDefinition {
  readonly label: string;
  readonly role: StaffRole;
  /** Fields that filter the screen, as a form at the top. */
  readonly filter?: readonly Field[];
  /** What of persons is shown, for the audit log: who reads it is noted. Null for nothing. */
  persons?(query: ScreenRequest['query']): string | null;
  load(request: ScreenRequest): Promise<Screen>;
}
