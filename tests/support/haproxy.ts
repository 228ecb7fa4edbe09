import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { execute } from './postgres/execute.ts';
import type { Node } from './postgres/replicated.ts';
import { startListener } from './start-listener.ts';

/** A TCP switch in front of two servers. */
export interface Switch {
  /** The address of the current primary, database `postgres`. */
  readonly primary: string;
  /** The address of the standby, if there is one. */
  readonly replica: string;
  stop(): Promise<void>;
}

/**
 * Starts HAProxy with the configuration of docs/operating.md: it asks each server for its role every half second, over
 * HTTP as Patroni answers, sends new connections to the primary and ends those of a server that no longer is it. Throws
 * if HAProxy is unavailable.
 */
export async function startSwitch(nodes: readonly Node[]): Promise<Switch> {
  const program = findProgram('haproxy');
  if ('unavailable' in program) throw new Error(program.unavailable);
  const roles = await Promise.all(nodes.map(serveRole));
  const [primary, replica] = [await freePort(), await freePort()];
  const servers = nodes
    .map(({ name, port }, position) => `  server ${name} 127.0.0.1:${port} check port ${roles[position]?.port}`)
    .join('\n');
  const home = mkdtempSync(join(tmpdir(), 'synx-haproxy-'));
  const file = join(home, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind 127.0.0.1:${primary}
  option httpchk GET /primary
  http-check expect status 200
${servers}
listen replica
  bind 127.0.0.1:${replica}
  option httpchk GET /replica
  http-check expect status 200
${servers}
`,
  );
  const closeRoles = () => {
    for (const { server } of roles) server.close();
  };
  const stopProxy = await startListener(program.path, ['-db', '-q', '-f', file], { port: primary, home }).catch(
    (error: unknown) => {
      closeRoles();
      throw error;
    },
  );
  const stop = async () => {
    await stopProxy();
    closeRoles();
  };
  const at = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { primary: at(primary), replica: at(replica), stop };
}

/** Answers /primary and /replica for a server with 200 or 503, as the interface of Patroni does. */
async function serveRole(node: Node): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    execute(node.url, 'select pg_is_in_recovery() as recovers').then(
      ([row]) => {
        const role = row?.['recovers'] === true ? '/replica' : '/primary';
        response.writeHead(request.url === role ? 200 : 503).end();
      },
      () => response.writeHead(503).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
