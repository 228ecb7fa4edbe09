import { createServer, type Server } from 'node:net';

export interface SmtpServer {
  readonly url: string;
  /** The messages taken so far. */
  readonly received: readonly string[];
  stop(): Promise<void>;
}

/**
 * A mail server that speaks just enough SMTP; `answerTo` is its answer to RCPT TO. Its answer to the command `endless`
 * has always one more line.
 */
export async function startSmtpServer(answerTo = '250 ok', endless?: string): Promise<SmtpServer> {
  const received: string[] = [];
  const server: Server = createServer((socket) => {
    let data = false;
    let text = '';
    socket.on('error', () => undefined);
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = data ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (data ? 5 : 2));
        if (data) {
          received.push(part);
          data = false;
          socket.write('250 queued\r\n');
        } else if (endless !== undefined && part.startsWith(endless)) {
          const more = setInterval(() => socket.write('250-wait\r\n'), 50);
          socket.once('close', () => clearInterval(more));
        } else if (/^RCPT/i.test(part)) socket.write(`${answerTo}\r\n`);
        else if (/^DATA/i.test(part)) {
          data = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(part)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
