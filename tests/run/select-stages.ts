/** What a command line asks for. */
export interface Selection {
  /** Stages in the order they run. */
  stages: string[];
  /** What is passed on to the test runners. */
  rest: string[];
}

/**
 * Reads `npm test -- [stage…] [arguments for the runners…]`: words up to the first option or `--` are stages; none means all.
 * @param built whether there is a built site; without one a stage that needs it brings the build along
 * @throws Error naming a stage that does not exist
 */
export function selectStages(
  args: readonly string[],
  all: readonly { name: string; needsBuild?: true }[],
  built: boolean,
): Selection {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(args[end] === '--' ? end + 1 : end);
  const unknown = words.filter((word) => !all.some(({ name }) => name === word));
  if (unknown.length > 0) {
    throw new Error(`No stage ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(' ')}`);
  }
  const wanted = new Set(words.length > 0 ? words : all.map(({ name }) => name));
  if (!built && all.some(({ name, needsBuild }) => needsBuild && wanted.has(name))) wanted.add('build');
  return { stages: all.map(({ name }) => name).filter((name) => wanted.has(name)), rest: [...rest] };
}
