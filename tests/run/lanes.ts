interface InLane {
  readonly name: string;
  /** `aside` runs next to the stages of the main lane, one at a time. */
  readonly lane?: 'aside';
  /** The stage, of either lane, that it waits for if that one runs too. */
  readonly after?: string;
}

/**
 * Runs stages in two lanes, each in its order; the main lane, once it has ended its own, takes the last ones that are
 * left aside. If the main lane is empty, no stage is aside. Rejects with the first error of `run`, once every started
 * stage has ended.
 */
export async function inLanes<Stage extends InLane>(
  stages: readonly Stage[],
  run: (stage: Stage, isAside: boolean) => Promise<void>,
): Promise<void> {
  const shares = stages.some(({ lane }) => lane === undefined);
  const ends = new Map(stages.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const waiting = Map.groupBy(stages, ({ lane }) => lane === 'aside' && shares);
  const own = (isAside: boolean) => waiting.get(isAside) ?? [];
  const runLane = async (isAside: boolean) => {
    const next = () => own(isAside).shift() ?? (isAside ? undefined : own(true).pop());
    let stage = next();
    try {
      for (; stage !== undefined; stage = next()) {
        if (stage.after !== undefined) await ends.get(stage.after)?.promise;
        await run(stage, isAside);
        ends.get(stage.name)?.resolve();
      }
    } finally {
      // Stages waiting for one that will no longer run continue.
      for (const left of [stage, ...own(isAside).splice(0)]) if (left !== undefined) ends.get(left.name)?.resolve();
    }
  };
  const lanes = [true, false].map(runLane);
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}
