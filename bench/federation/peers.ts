import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { queryDatabase } from '../api/volume-database.ts';

/** The domain of the measured server. */
const domain = 'bench.example';
export const origin = `https://${domain}`;
const activityStreams = 'https://www.w3.org/ns/activitystreams';

export interface Peers {
  port: number;
  /** When each host has received its first activity since the last `reset`, in milliseconds of `performance.now()`. */
  received: ReadonlyMap<string, number>;
  reset(): void;
  close(): Promise<void>;
}

/** One process for all other servers. The first `silent` of them never respond. */
export async function startPeers(directory: string, silent: number): Promise<Peers> {
  const received = new Map<string, number>();
  const silentHosts = new Set(Array.from({ length: silent }, (_, n) => getHost(n)));
  const server = createServer(createCertificate(directory), (request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':', 1);
    if (silentHosts.has(host)) return;
    request.resume().once('end', () => {
      if (request.method === 'POST' && !received.has(host)) received.set(host, performance.now());
      response.writeHead(request.method === 'POST' ? 202 : 404).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    reset: () => received.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createCertificate(directory: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = ['peers.key', 'peers.pem'].map((name) => path.join(directory, name));
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key ?? '', '-out', cert ?? ''];
  const subject = ['-subj', '/CN=peers', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') };
}

export const getHost = (n: number): string => `peer-${n}.example`;

/** A known account of another server. */
export interface Peer {
  userId: string;
  uri: string;
  keyId: string;
  host: string;
  privateKey: KeyObject;
}

/** Generating a key pair takes a tenth of a second, so accounts share some. */
const keyPairsMax = 20;

/** Stores accounts as if the server had fetched them, evenly on the hosts. */
export async function insertPeers(
  databaseUrl: string,
  { prefix, count, hosts }: { prefix: string; count: number; hosts: number },
): Promise<Peer[]> {
  const keys = Array.from({ length: Math.min(hosts, keyPairsMax) }, () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  );
  const pems = keys.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }));
  await queryDatabase(
    databaseUrl,
    `INSERT INTO servers (domain) SELECT 'peer-' || n || '.example' FROM generate_series(0, $1::int - 1) n
     ON CONFLICT DO NOTHING`,
    [hosts],
  );
  const rows = await queryDatabase<{ userId: string; uri: string; host: string; n: number }>(
    databaseUrl,
    `WITH peer AS MATERIALIZED (
       SELECT n, uuidv7() AS id, 'peer-' || n % $3::int || '.example' AS host, $1 || n AS name
       FROM generate_series(0, $2::int - 1) n
     ), account AS (
       INSERT INTO users (id, username, domain, name, is_shown_outside, message_permission)
       SELECT id, name || '@' || host, host, 'Peer ' || n, false, 'nobody' FROM peer
     )
     INSERT INTO remote_actors (user_id, uri, inbox, shared_inbox, followers, keys, fetched_at)
     SELECT id, 'https://' || host || '/users/' || name, 'https://' || host || '/users/' || name || '/inbox',
       'https://' || host || '/inbox', 'https://' || host || '/users/' || name || '/followers',
       jsonb_build_array(jsonb_build_object('id', 'https://' || host || '/users/' || name || '#main-key',
         'pem', ($4::text[])[1 + n % cardinality($4::text[])])), now()
     FROM peer
     RETURNING user_id AS "userId", uri, split_part(uri, '/', 3) AS host,
       substring(uri FROM '[0-9]+$')::int AS n`,
    [prefix, count, hosts, pems],
  );
  return rows.map(({ n, ...peer }) => {
    const pair = keys[n % keys.length];
    if (pair === undefined) throw new Error('There is no key pair.');
    return { ...peer, keyId: `${peer.uri}#main-key`, privateKey: pair.privateKey };
  });
}

export interface SignedRequest {
  headers: Record<string, string>;
  body: string;
}

/** A request to the shared inbox with a signature of draft-cavage-http-signatures-12. */
export function signActivity(peer: Peer, activity: object): SignedRequest {
  const body = JSON.stringify({ actor: peer.uri, ...activity });
  const digest = createHash('sha256').update(body).digest('base64');
  const headers = { host: domain, date: new Date().toUTCString(), digest: `SHA-256=${digest}` };
  const lines = ['(request-target): post /ap/inbox'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const signature = sign('sha256', Buffer.from(lines.join('\n')), peer.privateKey);
  const names = '(request-target) host date digest';
  return {
    body,
    headers: {
      'content-type': 'application/activity+json',
      date: headers.date,
      digest: headers.digest,
      signature: `keyId="${peer.keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature.toString('base64')}"`,
    },
  };
}

/** As Mastodon sends a new post. */
export function newPost({ uri, host }: Peer, n: number): object {
  const id = `${uri}/statuses/${randomUUID()}`;
  const published = new Date().toISOString();
  const audience = { to: [`${activityStreams}#Public`], cc: [`${uri}/followers`] };
  return {
    '@context': [
      activityStreams,
      {
        ostatus: 'http://ostatus.org#',
        atomUri: 'ostatus:atomUri',
        conversation: 'ostatus:conversation',
        sensitive: 'as:sensitive',
        toot: 'http://joinmastodon.org/ns#',
        votersCount: 'toot:votersCount',
      },
    ],
    id: `${id}/activity`,
    type: 'Create',
    published,
    ...audience,
    object: {
      id,
      type: 'Note',
      summary: null,
      inReplyTo: null,
      published,
      url: `https://${host}/@peer/${n}`,
      attributedTo: uri,
      ...audience,
      sensitive: false,
      atomUri: id,
      conversation: `tag:${host},2026:objectId=${n}:objectType=Conversation`,
      content: `<p>Number ${n} of a quiet morning by the harbor, <a href="https://harbor.example/${n}">with a link</a>.</p>`,
      contentMap: { en: `<p>Number ${n} of a quiet morning by the harbor.</p>` },
      attachment: [],
      tag: [],
    },
  };
}

export const newLike = ({ uri }: Peer, threadId: string): object => ({
  '@context': activityStreams,
  id: `${uri}#likes/${randomUUID()}`,
  type: 'Like',
  object: `${origin}/ap/objects/${threadId}`,
});
