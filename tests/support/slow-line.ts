import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a TCP server on which every byte takes a while in each direction, as over a distance. */
export interface SlowLine {
  /** The server's address with the port of the line. */
  readonly url: string;
  /** How often a client has spoken after an answer, on all connections: the round trips so far. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** Opens a line to the server of a URL; `delayMs` is that of one direction, a little more on a busy machine. */
export async function openSlowLine(server: string, delayMs: number): Promise<SlowLine> {
  let roundTrips = 0;
  const { url, close } = await openLine(server, (client, upstream) => {
    let isAnswered = true;
    pipeLate(client, upstream, delayMs, () => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
    });
    pipeLate(upstream, client, delayMs, () => {
      isAnswered = true;
    });
  });
  return {
    url,
    get roundTrips() {
      return roundTrips;
    },
    close,
  };
}

/** Opens a line to the server of a URL on which `join` connects the two ends; `open` are the sockets of both. */
export async function openLine(
  server: string,
  join: (client: Socket, upstream: Socket) => void,
): Promise<{ readonly url: string; readonly open: ReadonlySet<Socket>; close(): Promise<void> }> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    join(client, upstream);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(server);
  url.search = '';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    open,
    close: async () => {
      for (const socket of open) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Timers of equal length fire in the order in which they were set, so the bytes stay in theirs. */
function pipeLate(from: Socket, to: Socket, delayMs: number, noted: () => void): void {
  from.on('data', (bytes) => {
    noted();
    setTimeout(() => to.write(bytes), delayMs);
  });
  from.once('close', () => setTimeout(() => to.destroy(), delayMs));
}
