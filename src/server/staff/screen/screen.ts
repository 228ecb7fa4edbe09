import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Actor } from '../auth/actor.ts';

/** A screen's content, as data: the desk renders it as HTML, the command line as JSON. All of it is text. */
export interface Screen {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Table | Card;

export interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: Tone;
  /** The desk screen that it links to. */
  readonly to?: string;
}

export interface Table extends Ways {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Shown if there are no rows. */
  readonly empty: string;
}

/** Links to the rows before and after those of a page. */
export interface Ways {
  readonly back?: string;
  readonly more?: string;
}

/** One item with its actions. */
export interface Card {
  readonly kind: 'card';
  readonly title: string;
  readonly facts: readonly CardFact[];
  readonly forms?: readonly Form[];
}

export type CardFact = readonly [label: string, value: Cell];
export type Tone = 'good' | 'bad';
export type Cell = string | RichCell;

export interface RichCell {
  readonly text: string;
  readonly tone?: Tone;
  /** A screen of the desk. */
  readonly to?: string;
  /** An external address, shown as text and opened only by a press; unsafe ones remain text. */
  readonly link?: string | undefined;
  /** The key that opens the link. */
  readonly key?: string | undefined;
  readonly forms?: readonly Form[];
}

/** A command as a form. It asks for every field of the command that has no value here. */
export interface Form {
  readonly command: string;
  readonly button: string;
  /** Sent as they are; a field that is undefined here is neither sent nor asked for. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  /** What the fields that are asked for contain at first. */
  readonly initial?: Readonly<Record<string, string>>;
  /** The key that presses the button, or goes to its first field if it has one. */
  readonly key?: string;
  /** The desk's next page; by default it stays. */
  readonly next?: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'datetime-local' | 'textarea' | 'select';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string | undefined;
  readonly optional?: boolean;
}

export interface ScreenRequest {
  readonly context: AppContext;
  readonly actor: Actor;
  readonly now: number;
  /** The name of the screen, for links to its other pages. */
  readonly screen: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}

export interface ScreenDefinition {
  readonly label: string;
  readonly role: StaffRole;
  /** Fields that filter the screen, as a form at the top. */
  readonly filter?: readonly Field[];
  /** The personal data that is shown, for the audit log: each read is recorded. Null for none. */
  persons?(query: ScreenRequest['query']): string | null;
  load(request: ScreenRequest): Promise<Screen>;
}
