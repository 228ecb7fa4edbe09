/** A fault in a file that an editor can fix. `line` counts from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** A translation is behind its English file: the build refuses it, the development server shows English there. */
  readonly behind?: true;
}

/** A problem as one line that editors and terminals turn into a link: `file:line: message`. */
export function describeProblem({ file, line, message }: Problem): string {
  return `${file}:${line}: ${message}`;
}
