import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendRequest } from '../../src/platform/public-request.ts';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  message: unknown;
}

/** A push service with its browsers: receives and decrypts messages. */
export async function startPushReceiver() {
  const received: Received[] = [];
  const failureStatuses: number[] = [];
  const browsers = new Map<string, Browser>();
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const status = failureStatuses.shift() ?? 201;
      const path = incoming.url ?? '';
      const browser = browsers.get(path);
      if (status === 201 && browser) {
        const message: unknown = JSON.parse(
          incoming.headers['content-encoding'] === 'aesgcm'
            ? decryptDraft(browser, body, incoming.headers)
            : decrypt(browser, body),
        );
        received.push({ path, headers: incoming.headers, message });
      }
      response.writeHead(status, { Location: '/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;

  return {
    received,
    /** Connects to this receiver instead of the host of an endpoint. */
    sendRequest: (({ pathname }, options) =>
      request({ ...options, host: '127.0.0.1', port, path: pathname })) satisfies SendRequest,

    /** Statuses of the next responses. */
    failureStatuses,

    /** The subscription that a browser creates. */
    subscribe() {
      const path = `/push/${browsers.size + 1}`;
      const browser = createBrowser();
      browsers.set(path, browser);
      return {
        endpoint: `https://push.test${path}`,
        keys: {
          p256dh: browser.ecdh.getPublicKey('base64url'),
          auth: browser.secret.toString('base64url'),
        },
      };
    },

    messagesAt: (endpoint: string) =>
      received.filter(({ path }) => endpoint.endsWith(path)).map(({ message }) => message),

    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>;
  secret: Buffer;
}

function createBrowser(): Browser {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, secret: randomBytes(16) };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** RFC 8291: aes128gcm with keys agreed between sender and browser. */
function decrypt({ ecdh, secret }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (key: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const agreed = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const key = derive(ecdh.computeSecret(senderKey), secret, agreed, 32);
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2, and padding after it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** aesgcm, of the fourth draft: the salt and the key of the sender are headers. */
function decryptDraft(
  { ecdh, secret }: Browser,
  body: Buffer,
  headers: IncomingMessage['headers'],
): string {
  const read = (header: string, name: string) =>
    Buffer.from(
      new RegExp(`${name}=([\\w-]+)`).exec(String(headers[header]))?.[1] ?? '',
      'base64url',
    );
  const [salt, senderKey] = [read('encryption', 'salt'), read('crypto-key', 'dh')];
  const derive = (key: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const withLength = (key: Buffer) => Buffer.concat([Buffer.from([0, key.length]), key]);
  const context = Buffer.concat([
    Buffer.from('P-256\0'),
    withLength(ecdh.getPublicKey()),
    withLength(senderKey),
  ]);
  const getInfo = (name: string) =>
    Buffer.concat([Buffer.from(`Content-Encoding: ${name}\0`), context]);
  const shared = ecdh.computeSecret(senderKey);
  const key = derive(shared, secret, Buffer.from('Content-Encoding: auth\0'), 32);
  const contentKey = derive(key, salt, getInfo('aesgcm'), 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    contentKey,
    derive(key, salt, getInfo('nonce'), 12),
  );
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
  // The text follows the length of the padding and the padding.
  return padded.subarray(2 + padded.readUInt16BE(0)).toString();
}

/** Whether a request is signed with the VAPID key. */
export function isSignedWith(publicKey: string, authorization: string | undefined): boolean {
  const { token, key } =
    /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization ?? '')?.groups ?? {};
  if (token === undefined || key !== publicKey) return false;
  const [header, claims, signature] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
}
