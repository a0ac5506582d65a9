import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedEmail {
  from: string;
  to: string[];
  /** The raw message. */
  source: string;
}

/** A mail server on a free local port that stores received emails. */
export interface TestEmailServer {
  url: string;
  emails: ReceivedEmail[];
  /** The number of emails that will still be rejected. */
  rejectionsLeft(): number;
  /** Rejects the next emails with this response code. */
  reject(count: number, code: number): void;
  close(): Promise<void>;
}

export async function startEmailServer(): Promise<TestEmailServer> {
  const emails: ReceivedEmail[] = [];
  let rejections = { count: 0, code: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'skein' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (rejections.count > 0) {
          rejections = { ...rejections, count: rejections.count - 1 };
          // Most mail servers repeat the address, some also the text.
          const address = session.envelope.rcptTo[0]?.address ?? '';
          const message = `5.7.1 <${address}>: ${Buffer.concat(chunks).toString().replaceAll(/\s+/g, ' ')}`;
          done(Object.assign(new Error(message), { responseCode: rejections.code }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        emails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://skein:p%40ss@127.0.0.1:${port}`,
    emails,
    rejectionsLeft: () => rejections.count,
    reject: (count, code) => {
      rejections = { count, code };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
