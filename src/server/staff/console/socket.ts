import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { StaffRefusal } from '../auth/refusal.ts';
import { type CommandRequest, type CommandSite, runCommand } from './run-command.ts';

/** Comes before an answer, which may take minutes, and is no part of it: JSON may begin with white space. */
const SIGN_OF_LIFE = '\n';
/** A server that gives no sign of life for this long hangs, or is stopped; in milliseconds. */
const ALIVE_WITHIN_MS = 10_000;

/** Only the server opens the embedded database: commands reach it through this file, readable by its user only. */
export function socketPath(dataDirectory: string): string {
  return join(dataDirectory, 'staff.sock');
}

/** Answers the command line, where the machine supports such a file. Returns a function that stops it. */
export async function openStaffSocket(
  site: CommandSite,
  onFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = socketPath(site.context.env.DATA_DIRECTORY);
  const server = createServer({ allowHalfOpen: true }, async (connection) => {
    connection.on('error', () => undefined).write(SIGN_OF_LIFE);
    const answer = await received(connection)
      .then((request) => runCommand(site, JSON.parse(request) as CommandRequest))
      .then(
        (output) => ({ output }),
        (error: unknown) => {
          if (error instanceof StaffRefusal) return { refusal: error.message };
          onFailure(error);
          return { refusal: 'The server could not do this. Its log says why.' };
        },
      );
    connection.end(JSON.stringify(answer));
  });
  try {
    rmSync(path, { force: true });
    await listen(server, path);
  } catch (error) {
    onFailure(error);
    return async () => undefined;
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
  });
}

const HANGS = 'The server accepts commands and does not answer: it hangs. Its log may say why; restart it.';

/** All data that the other side sends; the consumers of node:stream would close our own side with it. */
function received(connection: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    connection.once('end', () => resolve(text)).once('error', reject);
  });
}

/** Has the running server execute a command; null if none runs. Throws StaffRefusal, also for a server that hangs. */
export async function askServer(
  dataDirectory: string,
  command: CommandRequest,
  aliveWithinMs = ALIVE_WITHIN_MS,
): Promise<string | null> {
  const connection = connect({ path: socketPath(dataDirectory), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true));
    connection.once('error', () => resolve(false));
  });
  if (!connected) return null;
  connection.end(JSON.stringify(command));
  const hangs = setTimeout(() => connection.destroy(new StaffRefusal(HANGS)), aliveWithinMs);
  connection.once('data', () => clearTimeout(hangs));
  const { output, refusal } = JSON.parse(await received(connection)) as { output?: string; refusal?: string };
  if (refusal !== undefined) throw new StaffRefusal(refusal);
  return output ?? '';
}
