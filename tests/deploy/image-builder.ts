import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DockerStage, readStages, variablesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../..');

/** An image as far as its steps made it: folders of layers, the topmost first, and the settings of its containers. */
export interface Image {
  readonly layers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly folder: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/**
 * Runs the steps of deploy/Dockerfile for its stages on a Debian that was installed into a folder, in place of the
 * images of a registry; needs root. Throws with the output of a step that fails.
 */
export function buildImages(
  base: string,
  home: string,
  args: Readonly<Record<string, string>>,
): ReadonlyMap<string, Image> {
  const context = join(home, 'context');
  copyContext(context);
  const images = new Map<string, Image>();
  for (const stage of readStages(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))) {
    const from = images.get(stage.base) ?? {
      ...{ layers: [base], environment: {}, user: 'root', folder: '/', command: [], healthCheck: [] },
    };
    console.log(`  stage ${stage.name}`);
    images.set(stage.name, buildStage(stage, { from, home, context, args, images }));
  }
  return images;
}

interface Building {
  readonly from: Image;
  readonly home: string;
  readonly context: string;
  readonly args: Readonly<Record<string, string>>;
  readonly images: ReadonlyMap<string, Image>;
}

function buildStage(stage: DockerStage, { from, home, context, args, images }: Building): Image {
  const layer = join(home, 'layers', stage.name);
  const image = { ...from, layers: [layer, ...from.layers], environment: { ...from.environment } };
  const given: Record<string, string> = {};
  withMounted(image.layers, home, (root) => {
    for (const { name, text } of stage.instructions) {
      if (name === 'ARG' && args[text] !== undefined) given[text] = args[text];
      else if (name === 'ENV') Object.assign(image.environment, variablesOf(text));
      else if (name === 'USER') image.user = text;
      else if (name === 'CMD') image.command = JSON.parse(text);
      else if (name === 'HEALTHCHECK') image.healthCheck = JSON.parse(text.slice(text.indexOf('[')));
      else if (name === 'WORKDIR') {
        image.folder = text;
        mkdirSync(join(root, text), { recursive: true });
      } else if (name === 'COPY') copy(text, root, image.folder, { context, home, images });
      else if (name === 'RUN') run(text, root, image.folder, { ...image.environment, ...given });
    }
  });
  return image;
}

function run(command: string, root: string, folder: string, environment: Readonly<Record<string, string>>): void {
  const options = ['-q', '--register=no', '--keep-unit', '--as-pid2', '--resolv-conf=copy-host', '-D', root];
  // The authority of a network of tests; an ordinary build needs none.
  const trusted = process.env['NODE_EXTRA_CA_CERTS'];
  const bound = trusted === undefined ? [] : [`--bind-ro=${trusted}:/run/trusted.pem`];
  const variables = Object.entries({
    ...environment,
    ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: '/run/trusted.pem' }),
  });
  const settings = variables.map(([name, value]) => `--setenv=${name}=${value}`);
  const { status, stdout, stderr } = spawnSync(
    'systemd-nspawn',
    [...options, ...bound, `--chdir=${folder}`, ...settings, 'sh', '-c', command],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw new Error(`RUN ${command}\n${`${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')}`);
}

function copy(
  text: string,
  root: string,
  folder: string,
  { context, home, images }: Pick<Building, 'context' | 'home' | 'images'>,
): void {
  const [, stage, list = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? [];
  const names = list.split(' ');
  const target = names.at(-1) ?? '';
  const to = target.startsWith('/') ? join(root, target) : join(root, folder, target);
  const place = (source: string) => {
    for (const name of names.slice(0, -1)) {
      const from = join(source, name);
      const isInto = target.endsWith('/') || target === '.';
      mkdirSync(isInto ? to : join(to, '..'), { recursive: true });
      execFileSync('cp', ['-a', '-T', from, isInto ? join(to, basename(name)) : to]);
    }
  };
  const image = stage === undefined ? undefined : images.get(stage);
  if (stage === undefined) place(context);
  else if (image === undefined) throw new Error(`COPY --from=${stage}: no such stage`);
  else withMounted(image.layers, home, place);
}

/** The files that .dockerignore lets into a build. */
function copyContext(context: string): void {
  rmSync(context, { recursive: true, force: true });
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const name of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    if (globSync(name, { cwd: ROOT }).length === 0) throw new Error(`.dockerignore: there is no ${name}`);
    cpSync(join(ROOT, name), join(context, name), { recursive: true });
  }
}

/** Mounts layers on top of each other while a task uses them; its own files go to the topmost one. */
export function withMounted<T>(layers: readonly string[], home: string, task: (root: string) => T): T {
  const { root, unmount } = mountLayers(layers, home);
  try {
    return task(root);
  } finally {
    unmount();
  }
}

export function mountLayers(layers: readonly string[], home: string): { readonly root: string; unmount(): void } {
  const [top = '', ...below] = layers;
  const root = `${join(home, 'mounts', basename(top))}-${process.hrtime.bigint()}`;
  const work = join(home, 'work', basename(root));
  for (const folder of [root, work, top]) if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const options = `lowerdir=${below.join(':')},upperdir=${top},workdir=${work}`;
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, root]);
  return {
    root,
    unmount: () => {
      execFileSync('umount', [root]);
      rmSync(root, { recursive: true });
    },
  };
}
