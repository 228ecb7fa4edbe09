import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { startListener } from './start-listener.ts';
import { writeCertificate } from './write-certificate.ts';

const SAMPLES = join(import.meta.dirname, '../../deploy/nginx');
/** A module is part of Debian's package if it is in this folder. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** An nginx with the files of deploy/nginx/, in which only addresses and paths are replaced. */
export interface Nginx {
  /** https://localhost and a port. */
  readonly url: string;
  /** The address without TLS, which leads to the other. */
  readonly plainUrl: string;
  /** The certificate that authenticates it, and its file. */
  readonly ca: string;
  readonly caFile: string;
  /** Everything that `nginx -t` printed. */
  readonly verdict: string;
  readonly hasBrotli: boolean;
  /** The lines of its log until now. */
  log(): readonly string[];
  stop(): Promise<void>;
}

/** Installs nginx if it is missing and starts it in front of `site` and of the instances; or tells why it cannot. */
export async function startNginx({
  site,
  previousSite = '/nonexistent',
  lists = '/nonexistent',
  instances,
  port,
}: {
  readonly site: string;
  /** The build before. */
  readonly previousSite?: string;
  /** The folder with allocation/, the lists of a handover. */
  readonly lists?: string;
  /** Ports of the server's instances on this machine. */
  readonly instances: readonly number[];
  /** The port of its address; by default any free one. */
  readonly port?: number;
}): Promise<Nginx | { unavailable: string }> {
  const program = findProgram('nginx', ['nginx-light', 'libnginx-mod-http-brotli-static']);
  if ('unavailable' in program) return program;
  const home = mkdtempSync(join(tmpdir(), 'synx-nginx-'));
  const [secure, plain] = [port ?? (await freePort()), await freePort()];
  const certificate = writeCertificate(home);
  writeConfiguration(home, {
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${secure} ssl http2;`,
    '  listen [::]:80;\n': '',
    '  listen [::]:443 ssl http2;\n': '',
    '  server 127.0.0.1:4321 max_fails=0;\n  server 127.0.0.1:4322 max_fails=0;': instances
      .map((port) => `  server 127.0.0.1:${port} max_fails=0;`)
      .join('\n'),
    'server_name example.org;': 'server_name localhost;',
    'https://example.org$': `https://localhost:${secure}$`,
    '/etc/ssl/synx/certificate.pem': certificate.file,
    '/etc/ssl/synx/key.pem': certificate.keyFile,
    '/opt/synx/current/dist': site,
    '/opt/synx/previous/dist': previousSite,
    'root /srv/synx;': `root ${lists};`,
    '/var/cache/nginx-synx': join(home, 'cache'),
    '/var/log/nginx/access.log': join(home, 'access.log'),
    '/var/log/nginx/error.log': join(home, 'error.log'),
  });
  const args = ['-p', home, '-c', join(home, 'nginx.conf')];
  const { status, stderr: verdict } = spawnSync(program.path, ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(verdict);
  const stop = await startListener(program.path, args, { port: secure, home });
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    ca: readFileSync(certificate.file, 'utf8'),
    caFile: certificate.file,
    verdict,
    hasBrotli: existsSync(BROTLI),
    log: () => readFileSync(join(home, 'access.log'), 'utf8').split('\n'),
    stop,
  };
}

/** Writes the samples into a folder as Debian's /etc/nginx has them, and what Debian's own nginx.conf adds. */
function writeConfiguration(home: string, replacements: Readonly<Record<string, string>>): void {
  const unused = new Set(Object.keys(replacements));
  mkdirSync(join(home, 'snippets'));
  for (const [file, to] of [
    ['synx.conf', 'synx.conf'],
    ['synx-shared.conf', 'snippets/synx-shared.conf'],
    ['synx-site.conf', 'snippets/synx-site.conf'],
  ] as const) {
    let text = readFileSync(join(SAMPLES, file), 'utf8');
    for (const [old, replacement] of Object.entries(replacements)) {
      if (!text.includes(old)) continue;
      unused.delete(old);
      text = text.replaceAll(old, replacement);
    }
    writeFileSync(join(home, to), text);
  }
  if (unused.size > 0) throw new Error(`deploy/nginx/ does not contain: ${[...unused].join(' · ')}`);
  if (existsSync(BROTLI)) copyFileSync(join(SAMPLES, 'synx-brotli.conf'), join(home, 'snippets/synx-brotli.conf'));
  writeFileSync(
    join(home, 'nginx.conf'),
    `${existsSync(BROTLI) ? `load_module ${BROTLI};\n` : ''}
# The temporary folders of a root's test can be entered by root alone.
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
worker_rlimit_nofile 16384;
events { worker_connections 4096; }
http {
  access_log off;
  gzip on;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  include synx.conf;
}
`,
  );
}
