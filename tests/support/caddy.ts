import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { startListener } from './start-listener.ts';
import { writeCertificate } from './write-certificate.ts';

const SAMPLE = join(import.meta.dirname, '../../deploy/caddy/Caddyfile');

/** A Caddy with deploy/caddy/Caddyfile, in which only addresses and paths are replaced. */
export interface Caddy {
  readonly url: string;
  readonly ca: string;
  stop(): Promise<void>;
}

/** Installs Caddy if it is missing and starts it in front of `site` and of the instances; or tells why it cannot. */
export async function startCaddy({
  site,
  instances,
}: {
  readonly site: string;
  readonly instances: readonly number[];
}): Promise<Caddy | { unavailable: string }> {
  const program = findProgram('caddy');
  if ('unavailable' in program) return program;
  const home = mkdtempSync(join(tmpdir(), 'synx-caddy-'));
  const port = await freePort();
  const { file, keyFile } = writeCertificate(home);
  const text = readFileSync(SAMPLE, 'utf8')
    .replace('example.org {\n', `https://localhost:${port} {\n\ttls ${file} ${keyFile}\n`)
    .replaceAll('/opt/synx/current/dist', site)
    .replace('127.0.0.1:4321 127.0.0.1:4322', instances.map((instance) => `127.0.0.1:${instance}`).join(' '));
  writeFileSync(join(home, 'Caddyfile'), text.replace(/^{\n/m, '{\n\tadmin off\n\tauto_https disable_redirects\n'));
  const stop = await startListener(
    program.path,
    ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'],
    { port, home, env: { PATH: process.env.PATH, HOME: home } },
  );
  return { url: `https://localhost:${port}`, ca: readFileSync(file, 'utf8'), stop };
}
