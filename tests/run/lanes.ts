interface InLane {
  readonly name: string;
  /** `aside` runs next to the stages of the main lane, one at a time. */
  readonly lane?: 'aside';
  /** The stage, of either lane, that it waits for if that one runs too. */
  readonly after?: string;
}

/**
 * Runs stages in two lanes, each in its order. If the main lane is empty, no stage is aside. Rejects with the first
 * error of `run`, once every started stage has ended.
 */
export async function inLanes<Stage extends InLane>(
  stages: readonly Stage[],
  run: (stage: Stage, isAside: boolean) => Promise<void>,
): Promise<void> {
  const shares = stages.some(({ lane }) => lane === undefined);
  const ends = new Map(stages.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const runLane = async (lane: readonly Stage[], isAside: boolean) => {
    try {
      for (const stage of lane) {
        if (stage.after !== undefined) await ends.get(stage.after)?.promise;
        await run(stage, isAside);
        ends.get(stage.name)?.resolve();
      }
    } finally {
      // Stages waiting for one that will no longer run continue.
      for (const { name } of lane) ends.get(name)?.resolve();
    }
  };
  const isAside = ({ lane }: Stage) => lane === 'aside' && shares;
  const lanes = [true, false].map((aside) =>
    runLane(
      stages.filter((stage) => isAside(stage) === aside),
      aside,
    ),
  );
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}
