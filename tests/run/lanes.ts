interface InLane {
  /** `aside` runs next to the stages after it, one at a time; `alone` waits until nothing else runs. */
  readonly lane?: 'aside' | 'alone';
}

/**
 * Runs stages in their order, those that may run aside next to the others. Where nothing runs next to it, a stage is
 * not aside. Rejects with the first error of `run`, once all that was begun has ended.
 */
export async function inLanes<Stage extends InLane>(
  stages: readonly Stage[],
  run: (stage: Stage, isAside: boolean) => Promise<void>,
): Promise<void> {
  const shares = stages.some(({ lane }) => lane === undefined);
  const isAside = ({ lane }: Stage) => lane === 'aside' && shares;
  const aside = inTurn(stages.filter(isAside), (stage) => run(stage, true));
  const asideEnded = aside.catch(() => undefined);
  await inTurn(
    stages.filter((stage) => !isAside(stage)),
    async (stage) => {
      if (stage.lane === 'alone') await asideEnded;
      await run(stage, false);
    },
  ).finally(() => asideEnded);
  await aside;
}

async function inTurn<Stage>(stages: readonly Stage[], run: (stage: Stage) => Promise<void>): Promise<void> {
  for (const stage of stages) await run(stage);
}
