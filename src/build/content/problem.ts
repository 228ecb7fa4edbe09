/** Something wrong in a file that an editor can mend. `line` counts from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A problem as one line that editors and terminals make a link of: `file:line: message`. */
export function describeProblem({ file, line, message }: Problem): string {
  return `${file}:${line}: ${message}`;
}
