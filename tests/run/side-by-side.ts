interface InLane {
  readonly name: string;
  /** Stages of one lane run one at a time, next to those of the other lanes; without one it is in the main lane. */
  readonly lane?: string;
  /** The stage, of any lane, that it waits for if that one runs too. */
  readonly after?: string;
}

/**
 * Runs stages in lanes, each in its order. Those that are not in the main lane are aside, unless they are of the only
 * lane. Rejects with the first error of `run`, once every started stage has ended.
 */
export async function inLanes<Stage extends InLane>(
  stages: readonly Stage[],
  run: (stage: Stage, isAside: boolean) => Promise<void>,
): Promise<void> {
  const ends = new Map(stages.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const lanes = Map.groupBy(stages, ({ lane }) => lane);
  const runLane = async (lane: string | undefined, waiting: Stage[]) => {
    try {
      for (let stage = waiting[0]; stage !== undefined; stage = waiting[0]) {
        if (stage.after !== undefined) await ends.get(stage.after)?.promise;
        await run(stage, lane !== undefined && lanes.size > 1);
        ends.get(stage.name)?.resolve();
        waiting.shift();
      }
    } finally {
      // Stages waiting for one that will no longer run continue.
      for (const { name } of waiting) ends.get(name)?.resolve();
    }
  };
  const running = [...lanes].map(([lane, own]) => runLane(lane, [...own]));
  await Promise.allSettled(running);
  await Promise.all(running);
}
