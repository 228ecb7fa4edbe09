import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lengthRank } from './longest.ts';

/** Runs the known slow files before the others of their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => lengthRank(project.name, moduleId);
    const order = (a: TestSpecification, b: TestSpecification) => {
      const [first, second] = [rank(a), rank(b)];
      return a.project.name !== b.project.name || first === second ? 0 : first - second;
    };
    // The sort is stable, so that the others keep the order given to them.
    return (await super.sort(files)).sort(order);
  }
}
