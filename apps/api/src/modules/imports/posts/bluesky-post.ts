import { z } from 'zod';
import { toArchivePost } from './archive-post.ts';
import type { ArchivePost } from './archive-post.ts';

const facetsMax = 100;

const facetSchema = z.object({
  index: z.object({ byteStart: z.int().min(0), byteEnd: z.int().min(0) }),
  features: z.array(z.object({ $type: z.string(), uri: z.string().optional() })),
});

/** Records that a post embeds; other kinds have none of these fields. */
const embedSchema = z.object({
  images: z.array(z.unknown()).optional(),
  video: z.unknown().optional(),
  external: z.object({ uri: z.string() }).optional(),
  /** A quoted post, inside of another object if the post has media too. */
  record: z
    .object({
      uri: z.string().optional(),
      record: z.object({ uri: z.string() }).optional(),
    })
    .optional(),
});

export const postRecordSchema = z.object({
  text: z.string(),
  createdAt: z.string(),
  reply: z.object({ parent: z.object({ uri: z.string() }) }).optional(),
  facets: z.array(facetSchema).max(facetsMax).optional().catch([]),
  embed: embedSchema
    .extend({ media: embedSchema.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

type PostRecord = z.output<typeof postRecordSchema>;
type Embed = NonNullable<PostRecord['embed']>;
type Facet = z.output<typeof facetSchema>;

/** Null for a record without a valid time. */
export function toBlueskyPost(record: PostRecord, sourceId: string): ArchivePost | null {
  const { text, createdAt, reply, facets = [], embed } = record;
  const body = withAddresses(text, facets);
  const links = embed === undefined ? [] : listLinks(embed);
  const missing = links.filter((link) => !body.includes(link));
  return toArchivePost({
    sourceId,
    text: [body, ...missing].join('\n').trim(),
    contentWarning: null,
    url: null,
    isReply: reply !== undefined,
    filesCount: countFiles(embed) + countFiles(embed?.media),
    publishedAt: createdAt,
  });
}

/** Replaces the texts of links, which are shortened, by their addresses. */
function withAddresses(text: string, facets: readonly Facet[]): string {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let end = 0;
  for (const { index, features } of facets.toSorted(byStart)) {
    const uri = features.find((feature) => feature.$type.endsWith('#link'))?.uri;
    const { byteStart, byteEnd } = index;
    if (uri === undefined || byteStart < end || byteEnd < byteStart || byteEnd > bytes.length) {
      continue;
    }
    pieces.push(bytes.subarray(end, byteStart), Buffer.from(uri));
    end = byteEnd;
  }
  pieces.push(bytes.subarray(end));
  return Buffer.concat(pieces).toString();
}

const byStart = (left: Facet, right: Facet): number => left.index.byteStart - right.index.byteStart;

/** The card of a link, and the quoted post. */
function listLinks({ external, record, media }: Embed): string[] {
  const quoted = record?.uri ?? record?.record?.uri ?? '';
  const [, did, key] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(quoted) ?? [];
  const links = [external?.uri, media?.external?.uri];
  if (did && key) links.push(`https://bsky.app/profile/${did}/post/${key}`);
  return links.filter((link) => link !== undefined);
}

const countFiles = (embed: z.output<typeof embedSchema> | undefined): number =>
  (embed?.images?.length ?? 0) + (embed?.video === undefined ? 0 : 1);
