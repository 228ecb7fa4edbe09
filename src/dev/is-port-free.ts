import { createServer } from 'node:net';

/** Whether a port can be listened on; asked before minutes are spent on what could then not be served. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port }, () => probe.close(() => resolve(true)));
  });
}
