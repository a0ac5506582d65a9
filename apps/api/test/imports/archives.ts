import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { encode } from '@ipld/dag-cbor';
import { varint } from 'multiformats';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';

const actor = 'https://mastodon.example/users/ada';
const publicAddress = 'https://www.w3.org/ns/activitystreams#Public';
const dagCbor = 0x71;
const sha256 = 0x12;

/** An activity of an outbox, as Mastodon exports it. */
export function aPost(number: number, fields: Record<string, unknown> = {}) {
  const id = `${actor}/statuses/${number}`;
  const published = new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString();
  return {
    id: `${id}/activity`,
    type: 'Create',
    actor,
    published,
    to: [publicAddress],
    object: {
      id,
      type: 'Note',
      summary: null,
      inReplyTo: null,
      published,
      url: `https://mastodon.example/@ada/${number}`,
      to: [publicAddress],
      cc: [`${actor}/followers`],
      content: `<p>Post ${number}</p>`,
      attachment: [],
      tag: [],
      ...fields,
    },
  };
}

export const aRepost = () => ({ type: 'Announce', actor, object: 'https://other.example/1' });

export const toOutbox = (orderedItems: unknown[]): string =>
  JSON.stringify({ '@context': publicAddress, type: 'OrderedCollection', orderedItems });

export function toTarGz(files: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar).then((content) => gzipSync(content));
}

/** The beginning of a TAR file: an entry without its content. */
export async function toTarHeader(name: string, size: number): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, size });
  for await (const chunk of tar) return chunk as Buffer;
  throw new Error('The header is missing.');
}

export function toZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

export const did = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';

/** A Bluesky repository with records by their keys, such as `app.bsky.feed.post/3k2a`. */
export function toRepository(records: Record<string, unknown>): Buffer {
  const blocks: Buffer[] = [];
  const addBlock = (content: unknown): CID => {
    const bytes = encode(content);
    const digest = create(sha256, createHash('sha256').update(bytes).digest());
    const cid = CID.createV1(dagCbor, digest);
    blocks.push(toSection(Buffer.concat([cid.bytes, bytes])));
    return cid;
  };
  let previous = '';
  const entries = Object.entries(records)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, record]) => {
      const p = sharedLength(previous, key);
      previous = key;
      return { p, k: Buffer.from(key.slice(p)), v: addBlock(record), t: null };
    });
  const data = addBlock({ l: null, e: entries });
  const root = addBlock({ did, version: 3, data, rev: '3k2a', prev: null, sig: Buffer.alloc(64) });
  return Buffer.concat([toSection(encode({ version: 1, roots: [root] })), ...blocks]);
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function toSection(content: Uint8Array): Buffer {
  const length = varint.encodeTo(
    content.length,
    new Uint8Array(varint.encodingLength(content.length)),
  );
  return Buffer.concat([length, content]);
}
