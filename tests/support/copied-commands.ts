import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';

export interface CopiedCommands {
  /** The full path of a file of the copy. */
  path(file: string): string;
  /** Makes these settings the copy's `.env`. */
  writeEnv(settings: Readonly<Record<string, string>>): void;
  /** The scripts of its package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Runs `node <arguments>` with only the settings of `env`, outside of the copy's folder; `.env` is read. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Child;
  /** The command of `npm run <name> -- <more>`. */
  npmRun(name: string, more?: readonly string[], env?: Readonly<Record<string, string>>): Child;
  /** Kills what still runs. */
  killAll(): Promise<void>;
}

/** The commands of a copy of the project in `folder`, as its user starts them. */
export function copiedCommands(folder: string): CopiedCommands {
  const path = (file: string) => join(folder, file);
  const scripts: Record<string, string> = JSON.parse(readFileSync(path('package.json'), 'utf8')).scripts;
  const children: Child[] = [];
  const node: CopiedCommands['node'] = (args, env = {}) => {
    const child = startChild(args, { SYNX_ENV_FILE: '', LOG_LEVEL: '', ...env });
    children.push(child);
    return child;
  };
  return {
    path,
    scripts,
    node,
    writeEnv(settings) {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(path('.env'), lines.join(''));
    },
    npmRun(name, more = [], env = {}) {
      const [, bootstrap = '', ...args] = scripts[name]?.split(' ') ?? [];
      return node([path(bootstrap), ...args, ...more], env);
    },
    async killAll() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.splice(0).map(({ ended }) => ended));
    },
  };
}

/** How a command ended: its exit code, all it printed, and the last line of that. */
export async function endOf(child: Child): Promise<{ code: number | null; output: string; last: string | undefined }> {
  const { code } = await child.ended;
  return { code, output: child.output(), last: child.output().trimEnd().split('\n').at(-1) };
}
