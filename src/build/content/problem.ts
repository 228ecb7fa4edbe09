/** A fault in a file that an editor can fix. `line` counts from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A problem as one line that editors and terminals turn into a link: `file:line: message`. */
export function describeProblem({ file, line, message }: Problem): string {
  return `${file}:${line}: ${message}`;
}
