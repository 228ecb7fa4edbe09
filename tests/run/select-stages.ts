/** The request of a command line. */
export interface Selection {
  /** Stages in the order they run. */
  stages: string[];
  /** The arguments for the test runners. */
  rest: string[];
  /** Whether only the tests that a change can touch were requested; `stages` is empty then. */
  changed: boolean;
}

/** The word that requests the tests that a change can touch. */
const CHANGED = 'changed';

/**
 * Parses `npm test -- [stage…] [arguments for the runners…]`: words up to the first option or `--` are stages; none
 * means all, and `changed` alone means the tests that a change can touch.
 * @param built whether there is a built site; without one a stage that needs it adds the build
 * @throws Error naming an unknown stage
 */
export function selectStages(
  args: readonly string[],
  all: readonly { name: string; after?: string }[],
  built: boolean,
): Selection {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(args[end] === '--' ? end + 1 : end);
  if (words.length === 1 && words[0] === CHANGED) return { stages: [], rest: [...rest], changed: true };
  const unknown = words.filter((word) => !all.some(({ name }) => name === word));
  if (unknown.length > 0) {
    throw new Error(
      `No stage ${unknown.join(', ')}. The stages are: ${all.map(({ name }) => name).join(' ')}; or, alone, ${CHANGED}`,
    );
  }
  const wanted = words.length > 0 ? words : all.map(({ name }) => name);
  return { stages: inOrder(wanted, all, built), rest: [...rest], changed: false };
}

/** The requested stages in the order they run, with the build if one of them needs a site and none is built. */
export function inOrder(
  wanted: readonly string[],
  all: readonly { name: string; after?: string }[],
  built: boolean,
): string[] {
  const names = new Set(wanted);
  if (!built && all.some(({ name, after }) => after === 'build' && names.has(name))) names.add('build');
  return all.map(({ name }) => name).filter((name) => names.has(name));
}
