import { CID } from 'multiformats/cid';
import { z } from 'zod';
import { archiveTooLarge, archiveWithoutPosts, damagedArchive } from './archive-errors.ts';
import type {
  ArchivePost,
  ArchiveReceiver,
  CountBytes,
  ReadOptions,
  SkipReason,
} from './archive-post.ts';
import { postRecordSchema, toBlueskyPost } from './bluesky-post.ts';
import { readBlocks } from './car-blocks.ts';
import type { Block } from './car-blocks.ts';
import { createNewestPosts } from './newest-posts.ts';

const postCollection = 'app.bsky.feed.post';
const keyMaxLength = 1024;
const keysMax = 500_000;

const commitSchema = z.object({
  did: z.string().regex(/^did:[a-z]+:[\w.:%-]{1,300}$/),
  rev: z.string(),
});

/** A node of the Merkle search tree, which maps keys such as `app.bsky.feed.post/3k2a` to blocks. */
const nodeSchema = z.object({
  e: z.array(
    z.object({
      /** The length of the prefix that the key shares with the one before. */
      p: z.int().min(0),
      k: z.instanceof(Uint8Array),
      v: z.unknown().optional(),
    }),
  ),
});

const recordSchema = z.object({ $type: z.string() });

/** Reads the posts of a Bluesky repository, a CAR file. Signatures are not checked. */
export async function readRepository(
  path: string,
  options: ReadOptions,
  receiver: ArchiveReceiver,
): Promise<void> {
  const did = await findOwner(path, receiver.countBytes);
  const keys = new Map<string, string>();
  // By the ids of their blocks, until all keys are known.
  const posts = createNewestPosts();
  for await (const block of readBlocks(path, receiver.countBytes)) {
    const result = readBlock(block, { ...options, did, keys });
    if (typeof result === 'string') receiver.skip(result);
    else if (result !== null) posts.add(result);
  }
  if (keys.size === 0) throw archiveWithoutPosts();
  const newest = posts.list();
  receiver.skip('excess', posts.countExcess());
  for (const post of newest) {
    const key = keys.get(post.sourceId);
    // A block without a key is a deleted post.
    if (key === undefined) continue;
    const url = `https://bsky.app/profile/${did}/post/${encodeURIComponent(key)}`;
    receiver.add({ ...post, sourceId: `at://${did}/${postCollection}/${key}`, url });
  }
}

interface Repository extends ReadOptions {
  did: string;
  keys: Map<string, string>;
}

/** A post, or why it is left out; null for other blocks. Adds the keys of a node. */
function readBlock(
  { cid, content }: Block,
  { did, keys, includesReplies }: Repository,
): ArchivePost | SkipReason | null {
  const type = recordSchema.safeParse(content).data?.$type;
  if (type === undefined) readNode(content, keys);
  if (type === 'app.bsky.feed.repost') return 'repost';
  const record = type === postCollection ? postRecordSchema.safeParse(content).data : undefined;
  if (record === undefined) return null;
  const isOwn = record.reply?.parent.uri.startsWith(`at://${did}/`) ?? true;
  if (!isOwn && !includesReplies) return 'reply';
  const post = toBlueskyPost(record, cid.toString());
  return post?.text === '' ? 'empty' : post;
}

/** The user whose repository it is. The commit is usually the first block. */
async function findOwner(path: string, countBytes: CountBytes): Promise<string> {
  for await (const { content } of readBlocks(path, countBytes)) {
    const commit = commitSchema.safeParse(content);
    if (commit.success) return commit.data.did;
  }
  throw damagedArchive();
}

/** Adds the keys of posts, by the ids of their blocks. */
function readNode(content: unknown, keys: Map<string, string>): void {
  const node = nodeSchema.safeParse(content);
  if (!node.success) return;
  let key = '';
  for (const { p, k, v } of node.data.e) {
    key = key.slice(0, p) + Buffer.from(k).toString('latin1');
    if (key.length > keyMaxLength) throw damagedArchive();
    const [collection, name] = key.split('/', 2);
    const cid = CID.asCID(v);
    if (collection !== postCollection || name === undefined || cid === null) continue;
    keys.set(cid.toString(), name);
    if (keys.size > keysMax) throw archiveTooLarge();
  }
}
