/** One rehearsal of tasks of docs/runbook.md. Throws if a command fails or the outcome is not the right one. */
export type Drill = (watch: Watch) => Promise<string>;

/** Where a drill says when its emergency begins and ends; its answer is the outcome in words. */
export interface Watch {
  begin(): void;
  end(): void;
}
