/** An instruction of a Dockerfile, on one line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A stage of a Dockerfile; `base` is an image or an earlier stage. */
export interface DockerStage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile, all of which need a name here. */
export function readStages(text: string): readonly DockerStage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, base, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
    if (instruction === 'FROM' && base !== undefined && name !== undefined)
      stages.push({ name, base, instructions: [] });
    else if (instruction === 'FROM') throw new Error(`a stage without a name: ${line}`);
    else stages.at(-1)?.instructions.push({ name: instruction, text: rest });
  }
  return stages;
}

/** Variables of ENV: `NAME=value NAME=value`, without quotes. */
export function variablesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}
