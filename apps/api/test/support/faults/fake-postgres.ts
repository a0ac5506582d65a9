import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The response of the server: its version for each query, or an error for each connection. */
type FakeResponse = { version: string } | { code: string; errorText: string };

/**
 * Implements the part of PostgreSQL's protocol 3 that is needed to reject clients: the result of every
 * query is one row with the version.
 */
export async function startFakePostgres(response: FakeResponse) {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      if ('code' in response) return void client.end(errorMessage(response));
      client.write(Buffer.concat([message('R', int32(0)), readyForQuery]));
      client.on('data', (sent) => respondToQuery(client, sent, response.version));
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

function respondToQuery(client: Socket, sent: Buffer, version: string): void {
  const kind = String.fromCharCode(sent[0] ?? 0);
  if (kind === 'X') return void client.end();
  if (kind !== 'Q') {
    const unknown = { code: '0A000', errorText: 'only simple queries are supported' };
    return void client.write(Buffer.concat([errorMessage(unknown), readyForQuery]));
  }
  client.write(
    Buffer.concat([
      // One column: name, no table, type text, any length, text format.
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

function errorMessage({ code, errorText }: { code: string; errorText: string }): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${errorText}`, ''].map(text);
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
