import { missingLine, readRunbook } from './runbook.ts';
import type { Shell } from './shell.ts';

/** The chapter of docs/runbook.md that an operator begins every shell with. */
const PREAMBLE = 'In every shell';

/** A task of docs/runbook.md while it is performed. */
export interface Task {
  /**
   * Performs the next block with `values` in place of its placeholders. Returns the output; throws if a
   * command fails, or if the output lacks a line that the document says one sees.
   */
  step(values?: Readonly<Record<string, string>>): Promise<string>;
  /** Throws if the document has further blocks. */
  end(): void;
}

/** The task of this heading. */
export function performTask(title: string, run: Shell['run']): Task {
  const tasks = readRunbook();
  const [preamble] = tasks.get(PREAMBLE) ?? [];
  const left = [...(tasks.get(title) ?? [])];
  if (preamble === undefined || left.length === 0) throw new Error(`docs/runbook.md has no commands of "${title}"`);
  return {
    step: async (values = {}) => {
      const step = left.shift();
      if (step === undefined) throw new Error(`docs/runbook.md has no further commands of "${title}"`);
      const output = await run(`${preamble.commands}${step.commands}`, values);
      const missing = missingLine(step.shown, output);
      if (missing !== null) throw new Error(`${step.commands}did not show\n${missing}\nbut\n${output}`);
      return output;
    },
    end: () => {
      if (left.length > 0) throw new Error(`not performed: ${left[0]?.commands}`);
    },
  };
}
