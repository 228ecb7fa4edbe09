import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { askOrigin } from '#tests/support/ask-origin.ts';
import { isDebianRoot } from '#tests/support/is-debian-root.ts';
import { settingsFor } from '#tests/support/live-stack.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { writeCertificate } from '#tests/support/write-certificate.ts';
import { checkErrorPages } from './check-site.ts';
import { buildImages, type Image, mountLayers } from './image-builder.ts';
import { installDebian } from './machine.ts';

const SETTINGS = { PUBLIC_ORIGIN: 'https://localhost:8443', PRESALE_ADDRESS: DEVELOPMENT_PRESALE_ADDRESS };
const HEALTHY_MS = 60_000;
const POLL_MS = 500;

/**
 * The steps of deploy/Dockerfile on a Debian of debootstrap, since a registry of images cannot always be reached; then
 * both images as containers without root on a read-only file system. Returns the faults.
 */
export async function tryImages(): Promise<readonly string[]> {
  if (!isDebianRoot()) return ['only root on Debian can run the steps of the images'];
  const base = installDebian('trixie', join(tmpdir(), 'synx-machine'));
  const home = mkdtempSync(join(tmpdir(), 'synx-images-'));
  try {
    const images = buildImages(base, home, { ...SETTINGS, SOURCE_COMMIT: 'c3'.repeat(20) });
    const imageOf = (name: string) => images.get(name) ?? { layers: [base], ...NOTHING };
    return [...(await trySite(imageOf('site'), home)), ...(await tryApi(imageOf('api'), home))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const NOTHING = { environment: {}, user: 'root', folder: '/', command: ['true'], healthCheck: ['false'] };

async function tryApi(image: Image, home: string): Promise<readonly string[]> {
  const [postgres, host] = [await startPostgres(), await startChainHost({ stateDirectory: null })];
  if ('unavailable' in postgres) return [postgres.unavailable];
  const secrets = join(home, 'api-secrets');
  mkdirSync(secrets);
  const { PRESALE_ADDRESS, ...settings } = settingsFor(host.chains);
  const secret = { ...settings, DATABASE_URL: postgres.url, RECEIPT_SIGNING_KEY: 'c3'.repeat(32) };
  const environment: Record<string, string> = { ...SETTINGS, TRUST_PROXY: '1' };
  for (const [name, value] of Object.entries(secret)) {
    if (name.startsWith('PRESALE')) environment[name] = value;
    else {
      writeFileSync(join(secrets, name), value);
      environment[`${name}_FILE`] = `/run/secrets/${name}`;
    }
  }
  const container = await startContainer(image, { home, environment, secrets, writable: ['/data'] });
  try {
    if (!(await container.healthy())) return ['the API’s container does not become healthy'];
    const config = await askOrigin('http://127.0.0.1:4321')('/api/config');
    const isRight = config.body.toString('utf8').includes(PRESALE_ADDRESS ?? '');
    console.log('  the API answers from its image');
    return [...(isRight ? [] : ['/api/config does not name the presale address']), ...(await container.stop())];
  } finally {
    await container.stop();
    await Promise.all([postgres.stop(), host.stop()]);
  }
}

async function trySite(image: Image, home: string): Promise<readonly string[]> {
  const secrets = join(home, 'site-secrets');
  mkdirSync(secrets);
  const { file, keyFile } = writeCertificate(secrets);
  const ca = readFileSync(file, 'utf8');
  for (const [from, name] of [
    [file, 'tls_certificate'],
    [keyFile, 'tls_key'],
  ] as const) {
    renameSync(from, join(secrets, name));
    chmodSync(join(secrets, name), 0o644);
  }
  const container = await startContainer(image, {
    home,
    environment: {},
    secrets,
    writable: ['/var/cache/nginx-synx'],
  });
  try {
    if (!(await container.healthy())) return ['the site’s container does not become healthy'];
    const ask = askOrigin('https://localhost:8443', ca);
    const faults = [...(await checkErrorPages(ask))];
    const page = await ask('/', { headers: { 'accept-encoding': 'br' } });
    if (page.status !== 200 || page.headers['content-encoding'] !== 'br')
      faults.push(`the landing page: ${page.status}`);
    console.log('  the site is served from its image');
    return [...faults, ...(await container.stop())];
  } finally {
    await container.stop();
  }
}

interface Container {
  /** Whether its health check succeeds within a minute. */
  healthy(): Promise<boolean>;
  /** Stops it as Docker does; returns a fault if it had to be killed. */
  stop(): Promise<readonly string[]>;
}

interface Run {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: string;
  readonly writable: readonly string[];
}

/** Runs an image with the network of this machine, a read-only file system and the image's user. */
async function startContainer(image: Image, { home, environment, secrets, writable }: Run): Promise<Container> {
  const { root, unmount } = mountLayers([join(home, 'run', image.user), ...image.layers], home);
  const volumes = writable.map((folder) => `--tmpfs=${folder}:mode=0777`);
  const variables = Object.entries({ ...image.environment, ...environment });
  const settings = variables.map(([name, value]) => `--setenv=${name}=${value}`);
  const bound = [`--bind-ro=${secrets}:/run/secrets`, '--tmpfs=/tmp:mode=1777', ...volumes];
  const options = [
    '-q',
    '--register=no',
    '--keep-unit',
    '--as-pid2',
    '--read-only',
    '-D',
    root,
    `--chdir=${image.folder}`,
  ];
  const child = spawn('systemd-nspawn', [...options, `--user=${image.user}`, ...bound, ...settings, ...image.command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  let isMounted = true;
  return {
    healthy: async () => {
      const end = Date.now() + HEALTHY_MS;
      const [program = '', ...args] = image.healthCheck;
      const check = () => spawnSync('chroot', [root, program, ...args], { stdio: 'ignore' }).status === 0;
      while (!check()) {
        if (Date.now() > end || child.exitCode !== null) return false;
        await setTimeout(POLL_MS);
      }
      return true;
    },
    stop: async () => {
      if (!isMounted) return [];
      child.kill('SIGTERM');
      await gone;
      unmount();
      isMounted = false;
      return [];
    },
  };
}
