import { hashtagsMax, mentionsMax } from '@skein/contracts/limits';
import { listHashtags, normalizeText } from '@skein/contracts/text';
import type { Audience } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { hourMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newId, newIdAt } from '../../../platform/ids.ts';
import type { RemoteThreadInput, ThreadsModule } from '../../threads/index.ts';
import { listLocalUsernames } from '../actors/local-actors.queries.ts';
import { findFollowersUri, listKnownActors } from '../actors/remote-actors.repository.ts';
import { recordReceived } from '../expiring-values.repository.ts';
import type { Addresses } from '../identity/addresses.ts';
import type { ClassifiedQuote } from '../approvals/classify-quote.ts';
import { toQuotePolicy, toReplyPermission } from '../approvals/interaction-policy.ts';
import { hasApproval } from '../approvals/quotes.queries.ts';
import { saveEmoji } from '../remote-media/emoji.repository.ts';
import { createEmojiMarker } from './mark-emoji.ts';
import type { MentionTag, RemoteNote } from './parse-note.ts';
import { parseRichText, toPlainText } from './rich-text.ts';

const contentMaxLength = 50_000;
/** An older thread enters no feed. */
const entryMaxAgeMs = 48 * hourMs;

export interface StoringDependencies {
  database: Database;
  clock: Clock;
  addresses: Addresses;
  names: { handleDomain: string };
  threads: Pick<
    ThreadsModule,
    | 'publishRemote'
    | 'editRemote'
    | 'deleteRemote'
    | 'approveRemoteQuote'
    | 'rejectRemoteQuote'
    | 'revokeRemoteQuote'
    | 'requireTarget'
  >;
}

interface Storing {
  authorId: string;
  audience: Audience;
  /** The thread that it replies to. */
  parentId: string | null;
  /** The thread that it quotes, and whether it may be shown. */
  quote: (ClassifiedQuote & { quotedId: string }) | null;
  /** Whether it was fetched instead of delivered. Such threads enter no feed. */
  isFetched: boolean;
  record: (tx: Transaction) => Promise<void>;
}

/**
 * Stores a thread of another server. It takes effect once, also if two servers receive it at the same moment, and not
 * after its deletion.
 * @returns its id; null if its author may not reply to the parent
 * @throws AlreadyReceived
 */
export async function storeNote(
  deps: StoringDependencies,
  note: RemoteNote,
  { authorId, audience, parentId, quote, isFetched, record }: Storing,
): Promise<string | null> {
  const now = deps.clock.now();
  const published = Math.min(
    Math.max(note.published?.getTime() ?? now.getTime(), 0),
    now.getTime(),
  );
  const isLate = isFetched || now.getTime() - published > entryMaxAgeMs;
  const id = isLate ? newIdAt(published) : newId();
  const text = await readText(deps, note, { authorId, isQuote: quote !== null });
  await saveEmoji(deps.database, authorId, note.emoji);
  // A reply whose parent is unknown is only in its profile's search results, and a thread for mentioned users in their
  // notifications.
  const isOutsideFeeds = isOrphan(note, parentId) || audience === 'mentioned';
  const input: RemoteThreadInput = {
    id,
    authorId,
    ...text.fields,
    target: parentId === null ? { type: 'thread' } : { type: 'reply', parentId },
    audience,
    createdAt: new Date(published),
    quote: quote && {
      quotedId: quote.quotedId,
      isApproved: quote.state === 'approved',
      authorizationUri: quote.authorizationUri,
    },
    details: { ...text.details, hasEntry: !isLate && !isOutsideFeeds },
  };
  const isStored = await deps.threads.publishRemote(input, async (tx) => {
    await record(tx);
    await recordReceived(tx, note.uri, now);
  });
  return isStored ? id : null;
}

const isOrphan = ({ parentUri }: RemoteNote, parentId: string | null): boolean =>
  parentId === null && parentUri !== null;

/** Replaces a stored thread, unless it was edited later already. */
export async function updateNote(
  deps: StoringDependencies,
  note: RemoteNote,
  { id, authorId, record }: { id: string; authorId: string; record: Storing['record'] },
): Promise<void> {
  const isQuote = await hasApproval(deps.database, id);
  const { fields, details } = await readText(deps, note, { authorId, isQuote });
  await saveEmoji(deps.database, authorId, note.emoji);
  // The audience never changes.
  const edit = { id, authorId, ...fields, audience: 'public' as const };
  const editedAt = toEditTime(note, deps.clock.now());
  const change = { ...edit, editedAt, details: { ...details, hasEntry: true } };
  await deps.threads.editRemote(change, record);
}

/** Null for an edit without a valid time. A time in the future would prevent further edits. */
function toEditTime({ updated }: RemoteNote, now: Date): Date | null {
  if (updated === null || updated.getTime() < 0) return null;
  return updated > now ? now : updated;
}

/** The text of a note, and what is stored besides it. */
export async function readText(
  deps: StoringDependencies,
  note: RemoteNote,
  { authorId, isQuote }: { authorId: string; isQuote: boolean },
) {
  const { uri, url, contentWarning, isSensitive, language, attachments, poll } = note;
  const { usernames, nameMention } = await resolveMentions(deps, note.mentions);
  const { nodes, isFormatted } = parseRichText(note.html, {
    nameMention,
    markText: createEmojiMarker(note.emoji),
    hidesQuoteLink: isQuote,
  });
  const text = normalizeText(toPlainText(nodes));
  const content = Array.from(text).slice(0, contentMaxLength).join('');
  const tagged = note.hashtags.flatMap((name) => listHashtags(`#${name}`).slice(0, 1));
  const hashtags = [...new Set([...listHashtags(content), ...tagged])].slice(0, hashtagsMax);
  const hasRichText = isFormatted && content.length === text.length;
  return {
    fields: { content, contentWarning, isSensitive, language, hashtags, mentions: usernames },
    details: {
      uri,
      url,
      richText: hasRichText ? nodes : null,
      attachments,
      poll,
      replyApproval: note.replyApproval,
      ...(await readPolicies(deps, note, authorId)),
    },
  };
}

async function readPolicies(
  { database, addresses }: StoringDependencies,
  { authorUri, mentions, parentUri, quotePolicy, replyPolicy }: RemoteNote,
  authorId: string,
): Promise<Pick<RemoteThreadInput['details'], 'quotePolicy' | 'replyPermission'>> {
  // The permission of the root applies to the whole conversation.
  const rootPolicy = parentUri === null ? replyPolicy : null;
  if (quotePolicy === null && rootPolicy === null) {
    return { quotePolicy: null, replyPermission: 'ANYONE' };
  }
  const followersUri = await findFollowersUri(database, authorId);
  const owner = { authorUri, followersUri, mentionUris: mentions.map(({ href }) => href) };
  return {
    quotePolicy: quotePolicy && toQuotePolicy(quotePolicy, owner, addresses),
    replyPermission: rootPolicy ? toReplyPermission(rootPolicy, owner, addresses) : 'ANYONE',
  };
}

/** The mentioned accounts that this server knows, and how a text names each. */
async function resolveMentions(deps: StoringDependencies, tags: readonly MentionTag[]) {
  const { database, addresses, names } = deps;
  const localIds = tags.flatMap(({ href }) => addresses.parseActor(href) ?? []);
  const [localNames, actors] = await Promise.all([
    listLocalUsernames(database, localIds),
    listKnownActors(
      database,
      tags.map(({ href }) => href),
    ),
  ]);
  const byAddress = new Map<string, string>();
  for (const { uri, url, username } of actors) {
    byAddress.set(uri, username);
    if (url !== null) byAddress.set(url, username);
  }
  for (const [id, username] of localNames) {
    byAddress.set(addresses.actor(id), username);
    byAddress.set(addresses.profile(username), username);
  }
  // Local accounts first, because they are notified.
  const usernames = [...new Set([...localNames.values(), ...actors.map((each) => each.username)])];
  const byLabel = new Map(
    tags.flatMap(({ href, name }) => {
      const label = name.replace(/^(@[^@]*)@.*$/s, '$1').toLowerCase();
      return [[label, byAddress.get(href) ?? name.replace(/^@/, '')] as const];
    }),
  );
  const nameMention = (href: string, label: string): string => {
    const [, name = '', host = URL.parse(href)?.host ?? ''] =
      /^@([^@]*)@?(.+)?$/s.exec(label) ?? [];
    const username = byAddress.get(href) ?? byLabel.get(`@${name}`.toLowerCase());
    if (username !== undefined) return `@${username.replace(`@${names.handleDomain}`, '')}`;
    return `@${name}@${host}`;
  };
  return { usernames: usernames.slice(0, mentionsMax), nameMention };
}
