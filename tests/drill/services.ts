import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Child, startChild } from '#tests/support/child.ts';

/** The server's units, as systemd runs them: each named by its port. */
export interface Services {
  /** Where commands reach it: POST /systemctl with the arguments, GET /typed/NAME. */
  readonly url: string;
  start(port: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts and stops instances of src/server/main.ts as `systemctl start`, `stop` and `restart` with their units ask for
 * it, each with the settings of that moment and the release in `folder`; `typed` is the input of a person for a command
 * of the desk.
 */
export async function startServices(
  folder: string,
  settings: () => NodeJS.Dict<string>,
  typed: (name: string) => Promise<string>,
): Promise<Services> {
  const running = new Map<number, Child>();
  const start = async (port: number) => {
    if (running.has(port)) return;
    const given = Object.fromEntries(Object.entries(settings()).map(([name, value]) => [name, value ?? '']));
    const child = startChild([join(realpathSync(folder), 'src/server/main.ts')], { ...given, PORT: String(port) });
    await child.prints(/SYNX is running/);
    running.set(port, child);
  };
  const end = async (port: number) => {
    running.get(port)?.kill('SIGTERM');
    await running.get(port)?.ended;
    running.delete(port);
  };
  const control = async (words: string) => {
    const [action = '', ...units] = words.split(' ');
    for (const unit of units) {
      const port = Number(/^synx-api@(\d+)$/.exec(unit)?.[1]);
      if (!['start', 'stop', 'restart'].includes(action) || Number.isNaN(port)) throw new Error(`systemctl ${words}`);
      if (action !== 'start') await end(port);
      if (action !== 'stop') await start(port);
    }
    return '';
  };
  const server = createServer((request, response) => {
    const name = /^\/typed\/(\w+)$/.exec(request.url ?? '')?.[1];
    (name === undefined ? text(request).then(control) : typed(name)).then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start,
    stop: async () => {
      await Promise.all([...running.keys()].map(end));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
