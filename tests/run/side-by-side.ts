interface InRow {
  readonly name: string;
  /** Stages of one row run one at a time, next to those of the other rows; without one it is in the main row. */
  readonly row?: string;
  /** The stage, of any row, that it waits for if that one runs too. */
  readonly after?: string;
}

/**
 * Runs rows of stages side by side, each in its order. Those that are not in the main row are aside, unless they are of
 * the only row. Rejects with the first error of `run`, once every started stage has ended.
 */
export async function sideBySide<Stage extends InRow>(
  stages: readonly Stage[],
  run: (stage: Stage, isAside: boolean) => Promise<void>,
): Promise<void> {
  const ends = new Map(stages.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const rows = Map.groupBy(stages, ({ row }) => row);
  const runRow = async (row: string | undefined, waiting: Stage[]) => {
    try {
      for (let stage = waiting[0]; stage !== undefined; stage = waiting[0]) {
        if (stage.after !== undefined) await ends.get(stage.after)?.promise;
        await run(stage, row !== undefined && rows.size > 1);
        ends.get(stage.name)?.resolve();
        waiting.shift();
      }
    } finally {
      // Stages waiting for one that will no longer run continue.
      for (const { name } of waiting) ends.get(name)?.resolve();
    }
  };
  const running = [...rows].map(([row, own]) => runRow(row, [...own]));
  await Promise.allSettled(running);
  await Promise.all(running);
}
