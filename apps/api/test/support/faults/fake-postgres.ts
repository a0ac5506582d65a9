import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What the server is to say: its version to each query, or at once why nobody is let in. */
type Answer = { version: string } | { code: string; words: string };

/**
 * As much of PostgreSQL's protocol, version 3, as a client sees that is turned away: every query
 * is answered with one row that holds the version.
 */
export async function startFakePostgres(answer: Answer) {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      if ('code' in answer) return void client.end(refusal(answer));
      client.write(Buffer.concat([message('R', int32(0)), readyForQuery]));
      client.on('data', (sent) => answerQuery(client, sent, answer.version));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://skein@127.0.0.1:${port}/skein`,
    close: () => void server.close(),
  };
}

function answerQuery(client: Socket, sent: Buffer, version: string): void {
  const kind = String.fromCharCode(sent[0] ?? 0);
  if (kind === 'X') return void client.end();
  if (kind !== 'Q') {
    const unknown = { code: '0A000', words: 'only simple queries are answered' };
    return void client.write(Buffer.concat([refusal(unknown), readyForQuery]));
  }
  client.write(
    Buffer.concat([
      // One column: its name, no table, of type text, of any length, as text.
      message(
        'T',
        Buffer.concat([int16(1), text('server_version_num'), int32(0), int16(0), int32(25)]),
        Buffer.concat([int16(-1), int32(-1), int16(0)]),
      ),
      message('D', Buffer.concat([int16(1), int32(version.length), Buffer.from(version)])),
      message('C', text('SHOW')),
      readyForQuery,
    ]),
  );
}

function refusal({ code, words }: { code: string; words: string }): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${words}`, ''].map(text);
  return message('E', ...fields);
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const readyForQuery = message('Z', Buffer.from('I'));
