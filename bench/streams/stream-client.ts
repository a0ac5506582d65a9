import { connect, type Socket } from 'node:net';

export interface OpenStream {
  close(): void;
}

/**
 * Reads a stream with minimal overhead between the socket and the callback.
 * @param onMessage is called with the content of each message
 */
export function openStream(
  origin: string,
  token: string,
  onMessage: (content: string) => void,
): Promise<OpenStream> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  socket.write(
    `GET /api/chat/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let incomplete = '';
    socket.on('data', (chunk: string) => {
      const blocks = (incomplete + chunk).split('\n\n');
      incomplete = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes('event: connected')) resolve({ close: () => destroySocket(socket) });
        const content = /^data: .*?"content":"([^"]*)"/m.exec(block)?.[1];
        if (block.includes('event: message') && content !== undefined) onMessage(content);
      }
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('A stream was closed.')));
  });
}

function destroySocket(socket: Socket): void {
  socket.on('error', () => undefined).destroy();
}
