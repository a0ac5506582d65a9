import { connect } from 'node:net';
import type { Socket } from 'node:net';

interface PausedUpload {
  port: number;
  token: string;
  path?: string;
  /** The declared Content-Length; null for a chunked body. */
  bytes: number | null;
  /** The bytes of the file that are sent before the upload pauses. */
  sentBytes: number;
}

/** Sends the beginning of a form with a file and keeps the connection open. */
export function startPausedUpload(upload: PausedUpload) {
  const { port, token, path = '/api/posts/with-media', bytes, sentBytes } = upload;
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const length = bytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  const headers = [
    `POST ${path} HTTP/1.1`,
    'Host: skein.test',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    length,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  const part = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.mp4"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(part), Buffer.alloc(sentBytes)]);
  const send = (content: Buffer) => {
    if (bytes === null) socket.write(`${content.length.toString(16)}\r\n`);
    socket.write(content);
    if (bytes === null) socket.write('\r\n');
  };
  send(body);
  return {
    /** Undefined until the response arrives. */
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1],
    response: () => received,
    /** Sends more of the file. */
    sendMore: (moreBytes: number) => send(Buffer.alloc(moreBytes)),
    /** Ends a chunked body without the end of the form. */
    endChunks: () => void socket.write('0\r\n\r\n'),
    close: () => socket.destroy(),
  };
}
