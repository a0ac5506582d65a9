import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { escapeHtml, toHtml } from '../../../platform/html.ts';
import { toMediaUrl } from '../../media/index.ts';
import type { Addresses } from '../identity/addresses.ts';
import { quoteTerms, toInteractionPolicy } from '../approvals/interaction-policy.ts';
import type { PermissionRow } from '../approvals/interaction-policy.ts';
import { toQuote, toQuoteLine, toQuoteLinks } from '../approvals/quote.serializer.ts';
import type { NamedActor, NoteFile, NotePoll, NoteRow } from './notes.queries.ts';

export const noteContext = [
  activityStreams,
  {
    sensitive: 'as:sensitive',
    Hashtag: 'as:Hashtag',
    toot: 'http://joinmastodon.org/ns#',
    blurhash: 'toot:blurhash',
    focalPoint: { '@id': 'toot:focalPoint', '@container': '@list' },
    votersCount: 'toot:votersCount',
    ...quoteTerms,
  },
];

export interface NoteDependencies {
  addresses: Addresses;
  /** The domain in the handles of local accounts. */
  names: { handleDomain: string };
}

/** A thread as other servers read it, without a JSON-LD context. */
export function toNote(row: NoteRow, deps: NoteDependencies): Record<string, unknown> {
  const { id, authorId, contentWarning, createdAt, editedAt, language, parent, poll, quote } = row;
  const { addresses } = deps;
  const { origin } = addresses;
  const content = toContent(row, deps);
  return {
    id: addresses.object(id),
    type: poll === null ? 'Note' : 'Question',
    attributedTo: addresses.actor(authorId),
    url: `${origin}/thread/${id}`,
    inReplyTo: parent && (parent.uri ?? addresses.object(parent.id)),
    content,
    ...(language !== null && { contentMap: { [language]: content } }),
    summary: contentWarning === null ? null : escapeHtml(contentWarning),
    sensitive: contentWarning !== null || row.isSensitive,
    published: createdAt.toISOString(),
    ...(editedAt !== null && { updated: editedAt.toISOString() }),
    ...toRecipients(row, deps),
    tag: [
      ...toMentions(row, deps),
      ...row.hashtags.map((tag) => toHashtag(tag, origin)),
      ...toQuoteLinks(quote, addresses),
    ],
    ...toQuote(id, quote, addresses),
    ...toReplyAuthorization(row),
    interactionPolicy: toInteractionPolicy(toPermissions(row), addresses),
    attachment: row.files.map((file) => toAttachment(file, origin)),
    ...(poll !== null && toPoll(poll)),
  };
}

/** GoToSocial reads the first property before version 0.21. */
const toReplyAuthorization = ({ replyAuthorizationUri: uri }: NoteRow) =>
  uri === null ? {} : { approvedBy: uri, replyAuthorization: uri };

/** The recipients of a thread: everyone, the followers or nobody else, and the mentioned accounts. */
export function toRecipients(
  row: NoteRow,
  { addresses }: Pick<NoteDependencies, 'addresses'>,
): { to: string[]; cc: string[] } {
  const followers = addresses.collection(row.authorId, 'followers');
  const namedUris = listNamed(row).map((actor) => toUri(actor, addresses));
  if (row.audience === 'mentioned') return { to: namedUris, cc: [] };
  if (!row.isOpen || row.audience === 'followers') return { to: [followers, ...namedUris], cc: [] };
  return row.audience === 'public'
    ? { to: [everyone], cc: [followers, ...namedUris] }
    : { to: [followers], cc: [everyone, ...namedUris] };
}

/** Other servers notify only mentioned accounts, so the author of the parent is one, too. */
function listNamed({ authorId, parent, mentions }: NoteRow): NamedActor[] {
  const isNamed = mentions.some(({ userId }) => userId === parent?.author.userId);
  const isAdded = parent !== null && !isNamed && parent.author.userId !== authorId;
  return isAdded ? [...mentions, parent.author] : mentions;
}

function toUri({ uri, userId }: NamedActor, addresses: Addresses): string {
  return uri ?? addresses.actor(userId);
}

function toMentions(row: NoteRow, { addresses, names: { handleDomain } }: NoteDependencies) {
  return listNamed(row).map((actor) => ({
    type: 'Mention',
    href: toUri(actor, addresses),
    name: actor.uri === null ? `@${actor.username}@${handleDomain}` : `@${actor.username}`,
  }));
}

function toHashtag(tag: string, origin: string) {
  const href = `${origin}/hashtag/${encodeURIComponent(tag)}`;
  return { type: 'Hashtag', name: `#${tag}`, href };
}

function toPermissions({ authorId, audience, replyPermission, mentions, root }: NoteRow) {
  const own: PermissionRow = { permission: replyPermission, authorId, mentions };
  const isQuotable = audience === 'public' || audience === 'unlisted';
  return { authorId, reply: root === null ? own : root.policy, quote: isQuotable ? own : null };
}

function toContent(
  { content, mentions, poll, quote }: NoteRow,
  { addresses }: NoteDependencies,
): string {
  const context = {
    origin: addresses.origin,
    mentions: new Map(
      mentions.flatMap(({ names, username }) => names.map((name) => [name, username] as const)),
    ),
    pages: new Map(
      mentions.flatMap(({ username, uri, url }) =>
        uri === null ? [] : [[username, url ?? uri] as const],
      ),
    ),
  };
  // Other servers show only the text and the options of a poll.
  const question = poll === null ? '' : toHtml(poll.question, context);
  return toQuoteLine(quote, addresses) + toHtml(content, context) + question;
}

/** A file as other servers read it. Its address is unguessable. */
export function toAttachment(file: NoteFile, origin: string) {
  const { mimeType, altText, blurhash, focus, width, height } = file;
  return {
    type: 'Document',
    mediaType: mimeType,
    url: origin + toMediaUrl(file.storageKey, file.fileName),
    name: altText,
    ...(blurhash !== null && { blurhash }),
    ...(focus !== null && { focalPoint: [focus.x, focus.y] }),
    ...(width !== null && { width, height }),
  };
}

function toPoll({ multiple, options, expiresAt, isClosed, votersCount }: NotePoll) {
  const choices = options.map(({ text, votesCount }) => ({
    type: 'Note',
    name: text,
    replies: { type: 'Collection', totalItems: votesCount },
  }));
  const endTime = new Date(expiresAt).toISOString();
  const closed = isClosed && { closed: endTime };
  return { [multiple ? 'anyOf' : 'oneOf']: choices, endTime, ...closed, votersCount };
}
