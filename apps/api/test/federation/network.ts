import { createHash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendRequest } from '../../src/platform/public-request.ts';
import { takeRemoteKeys } from './key-pairs.ts';

/** Connects names of servers with ports of this machine, as DNS and a proxy for HTTPS would do. */
export function createNetwork() {
  const ports = new Map<string, number>();
  const sendRequest: SendRequest = (url, options) =>
    request({
      ...options,
      host: '127.0.0.1',
      port: ports.get(url.host) ?? 1,
      path: url.pathname + url.search,
      agent: false,
    });
  return { sendRequest, add: (host: string, port: number) => void ports.set(host, port) };
}

export type Network = ReturnType<typeof createNetwork>;

export interface ReceivedActivity {
  type: string;
  id: string;
  actor: string;
  object: ReceivedObject | string;
}

export interface ReceivedObject {
  id: string;
  type: string;
  content?: string;
}

interface RemoteFile {
  content?: Uint8Array;
  status?: number;
  headers?: Record<string, string>;
}

export type RemoteServer = Awaited<ReturnType<typeof startRemoteServer>>;

const activityType = 'application/activity+json';

/** A small server of another software, with accounts that sign with Node's crypto. */
export async function startRemoteServer(network: Network, host: string) {
  const received: ReceivedActivity[] = [];
  /** The headers of the received activities. */
  const deliveries: IncomingHttpHeaders[] = [];
  const fetched: string[] = [];
  const origin = `https://${host}`;
  const documents = new Map<string, object>();
  /** Responses by path, such as pictures. */
  const files = new Map<string, RemoteFile>();
  /** The inbox responds after `inboxGate`, and each request for a document after `documentDelayMs`. */
  const state = { inboxStatus: 202, inboxGate: Promise.resolve(), documentDelayMs: 0 };
  /** Called instead of a response to a GET request. */
  let onHeld: ((path: string) => void) | null = null;
  const server = createServer((incoming, response) => {
    void serve(incoming, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  network.add(host, (server.address() as AddressInfo).port);

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    if (incoming.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      deliveries.push(incoming.headers);
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as ReceivedActivity);
      await state.inboxGate;
      response.writeHead(state.inboxStatus).end();
      return;
    }
    fetched.push(path);
    if (onHeld !== null) {
      onHeld(path);
      return;
    }
    const file = files.get(path);
    if (file !== undefined) {
      response.writeHead(file.status ?? 200, file.headers);
      response.end(file.content);
      return;
    }
    if (state.documentDelayMs > 0) await sleep(state.documentDelayMs);
    const document = documents.get(path);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': activityType });
    response.end(JSON.stringify(document));
  }

  function addAccount(name: string, changes: object = {}) {
    const uri = `${origin}/users/${name}`;
    const keyId = `${uri}#main-key`;
    const { privateKey, publicKeyPem } = takeRemoteKeys();
    documents.set(`/users/${name}`, {
      '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
      id: uri,
      type: 'Person',
      preferredUsername: name,
      name: `Remote ${name}`,
      summary: '<p>Knots &amp; <a href="https://knots.example">splices</a></p>',
      url: `${origin}/@${name}`,
      published: '2020-01-01T00:00:00Z',
      inbox: `${uri}/inbox`,
      endpoints: { sharedInbox: `${origin}/inbox` },
      publicKey: { id: keyId, owner: uri, publicKeyPem },
      ...changes,
    });
    const resource = encodeURIComponent(`acct:${name}@${host}`);
    documents.set(`/.well-known/webfinger?resource=${resource}`, {
      subject: `acct:${name}@${host}`,
      links: [{ rel: 'self', type: activityType, href: uri }],
    });
    return { uri, keyId, privateKey, handle: `${name}@${host}` };
  }

  return {
    received,
    deliveries,
    fetched,
    origin,
    documents,
    files,
    state,
    addAccount,
    hold: (on: typeof onHeld) => {
      onHeld = on;
    },
    addDocument: <T extends { id: string }>(document: T) => {
      documents.set(new URL(document.id).pathname, document);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RemoteAccount = ReturnType<RemoteServer['addAccount']>;

const digest = (body: string) => createHash('sha256').update(body).digest('base64');

/** Headers with a signature of draft-cavage-http-signatures-12. */
export function signCavage(
  account: RemoteAccount,
  url: URL,
  body: string,
  date = new Date(),
): Record<string, string> {
  const headers = { date: date.toUTCString(), digest: `SHA-256=${digest(body)}` };
  return signHeaders(account, `post ${url.pathname}`, { host: url.host, ...headers });
}

/** Headers of a signed request for a document. */
export function signGet(account: RemoteAccount, url: URL): Record<string, string> {
  const headers = { host: url.host, date: new Date().toUTCString() };
  return signHeaders(account, `get ${url.pathname}`, headers);
}

function signHeaders(
  { keyId, privateKey }: RemoteAccount,
  target: string,
  { host, ...headers }: Record<string, string> & { host: string },
): Record<string, string> {
  const values = Object.entries({ '(request-target)': target, host, ...headers });
  const lines = values.map(([name, value]) => `${name}: ${value}`).join('\n');
  const names = values.map(([name]) => name).join(' ');
  const signature = sign('sha256', Buffer.from(lines), privateKey).toString('base64');
  const signed = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`;
  return { ...headers, signature: signed };
}

/** Headers with a signature of RFC 9421. */
export function signMessage(
  { keyId, privateKey }: RemoteAccount,
  url: URL,
  body: string,
): Record<string, string> {
  const contentDigest = `sha-256=:${digest(body)}:`;
  const created = Math.floor(Date.now() / 1000);
  const parameters = `("@method" "@target-uri" "content-digest");created=${created};keyid="${keyId}";alg="rsa-v1_5-sha256"`;
  const base = [
    '"@method": POST',
    `"@target-uri": ${url.href}`,
    `"content-digest": ${contentDigest}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = sign('sha256', Buffer.from(base), privateKey).toString('base64');
  return {
    'content-digest': contentDigest,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature}:`,
  };
}
