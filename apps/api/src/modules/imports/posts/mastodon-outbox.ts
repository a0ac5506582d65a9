import { JSONParser, TokenType } from '@streamparser/json';
import { z } from 'zod';
import { archiveTooLarge, archiveWithoutPosts, damagedArchive } from './archive-errors.ts';
import { toArchivePost } from './archive-post.ts';
import type { ArchivePost, ArchiveReceiver, ReadOptions, SkipReason } from './archive-post.ts';
import { publicNames } from '../../../platform/activity-streams.ts';
import { htmlToText } from '../../../platform/html-to-text.ts';

/** Between the ends of two activities. */
const activityMaxBytes = 4 * 1024 ** 2;
const activitiesMax = 500_000;
/** The parser takes quadratic time for endless nesting. */
const depthMax = 100;

/** Accepts a single value instead of a list too, as JSON-LD allows. */
const toArray = <Item extends z.ZodType>(item: Item) => z.preprocess(toList, z.array(item));

function toList(value: unknown): unknown {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const text = z.string().nullish();

const tagSchema = z.object({ type: text, name: text });

const postSchema = z.object({
  id: z.string(),
  type: z.enum(['Note', 'Question', 'Article', 'Page']),
  published: z.string(),
  to: toArray(z.string()),
  cc: toArray(z.string()),
  summary: text,
  inReplyTo: text,
  url: text,
  content: text,
  attachment: toArray(z.unknown()),
  tag: toArray(tagSchema),
  oneOf: toArray(z.object({ name: z.string() })),
  anyOf: toArray(z.object({ name: z.string() })),
});

const activitySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Announce') }),
  z.object({ type: z.literal('Create'), actor: z.string(), object: postSchema }),
]);

type Activity = z.output<typeof activitySchema>;
type Post = z.output<typeof postSchema>;

/** Reads the activities of an outbox in ActivityStreams, one after the other. */
export async function readOutbox(
  content: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  receiver: ArchiveReceiver,
): Promise<void> {
  const parser = new JSONParser({ paths: ['$.orderedItems.*'], keepStack: false });
  let count = 0;
  let bytes = 0;
  parser.onValue = ({ value }) => {
    count += 1;
    bytes = 0;
    const activity = activitySchema.safeParse(value);
    if (activity.success) receive(activity.data, options, receiver);
  };
  parser.onToken = createDepthLimit();
  for await (const chunk of content) {
    bytes += chunk.length;
    parser.write(chunk);
    if (bytes > activityMaxBytes) throw damagedArchive();
    if (count > activitiesMax) throw archiveTooLarge();
  }
  if (!parser.isEnded) throw damagedArchive();
  if (count === 0) throw archiveWithoutPosts();
}

function createDepthLimit(): (token: { token: TokenType }) => void {
  let depth = 0;
  return ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > depthMax) throw damagedArchive();
  };
}

function receive(activity: Activity, options: ReadOptions, receiver: ArchiveReceiver): void {
  const result = toResult(activity, options);
  if (typeof result === 'string') receiver.skip(result);
  else if (result !== null) receiver.add(result);
}

/** Why the post is left out; null for one that is not valid. */
function toResult(activity: Activity, options: ReadOptions): ArchivePost | SkipReason | null {
  if (activity.type === 'Announce') return 'repost';
  const { actor, object } = activity;
  if (!isPublic(object)) return 'private';
  if (!options.includesReplies && isReplyToOthers(object, actor)) return 'reply';
  const post = toPost(object);
  return post?.text === '' ? 'empty' : post;
}

const isPublic = ({ to, cc }: Post): boolean =>
  [...to, ...cc].some((address) => publicNames.has(address));

const isReplyToOthers = ({ inReplyTo }: Post, actor: string): boolean =>
  typeof inReplyTo === 'string' && !inReplyTo.startsWith(`${actor}/`);

function toPost({ content, oneOf, anyOf, ...post }: Post) {
  const mentions = post.tag.flatMap(({ type, name }) => (type === 'Mention' && name ? [name] : []));
  const options = [...oneOf, ...anyOf].map(({ name }) => `• ${name}`).join('\n');
  const body = htmlToText(content ?? '', mentions);
  return toArchivePost({
    sourceId: post.id,
    text: options === '' ? body : `${body}\n\n${options}`,
    contentWarning: post.summary ?? null,
    url: post.url ?? post.id,
    isReply: typeof post.inReplyTo === 'string',
    filesCount: post.attachment.length,
    publishedAt: post.published,
  });
}
