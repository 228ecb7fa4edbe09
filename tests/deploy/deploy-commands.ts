import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../docs/operating.md');

/** The commands of a step of "Deploy" in docs/operating.md. */
export interface DeployStep {
  readonly title: string;
  readonly commands: string;
}

/** Every step with its commands as written, in order. */
export function deploySteps(): readonly DeployStep[] {
  const steps = [...deployChapter().matchAll(/^\*\*(\d\. [^*]+)\.\*\*[\s\S]*?^```sh\n([\s\S]*?)^```/gm)];
  return steps.map(([, title = '', commands = '']) => ({ title, commands }));
}

/** Fills in the values that an operator knows; throws for a placeholder that is left. */
export function filledIn(commands: string, values: Readonly<Record<string, string>>): string {
  const filled = Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
  const [left] = /<[a-z][^>\n]*>/.exec(filled) ?? [];
  if (left !== undefined) throw new Error(`docs/operating.md: nothing is known to put in place of ${left}`);
  return filled;
}

/** The commands of an upgrade. */
export function upgradeCommands(): string {
  return /^\*\*Upgrade\.\*\*[\s\S]*?^```\n([\s\S]*?)^```/m.exec(deployChapter())?.[1] ?? '';
}

function deployChapter(): string {
  return /^## Deploy\n([\s\S]*?)^## /m.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '';
}
