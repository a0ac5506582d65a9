import { messageMaxLength } from '@skein/contracts/limits';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { deleteRemoteMessage, editRemoteMessage, receiveRemoteMessage } from '../../chat/index.ts';
import type { ReceivingDependencies, RemoteFile } from '../../chat/index.ts';
import type { RemoteAttachment } from '../../threads/index.ts';
import { recordReceived } from '../expiring-values.repository.ts';
import type { Loaders } from '../fedify.ts';
import type { Received } from '../inbox/received.ts';
import { findParent, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import type { RemoteNote } from '../threads/parse-note.ts';
import { storeNote, readText } from '../threads/store-note.ts';
import { existsThread, isThreadByAny, listFederatedUsernames } from './messages.queries.ts';

const filesMax = 10;

export type DirectDependencies = ThreadFetching & ReceivingDependencies;

type Sent = Pick<Received, 'senderId' | 'record'>;

/**
 * Stores a note for named accounts only: to one local user as a message, to several accounts as a thread for mentioned
 * users. It takes effect once, also if two servers receive it at the same moment, and not after its deletion.
 * @throws AlreadyReceived; RateLimitedError
 */
export async function receiveDirect(
  deps: DirectDependencies,
  note: RemoteNote,
  { senderId, record, loaders }: Sent & { loaders: Loaders },
): Promise<void> {
  const recipients = [...new Set(note.recipients)].filter((each) => each !== note.authorUri);
  const localIds = recipients.flatMap((each) => deps.addresses.parseActor(each) ?? []);
  const usernames = await listFederatedUsernames(deps.database, localIds);
  const [receiver] = usernames;
  if (receiver === undefined) return;
  if (recipients.length === 1) {
    const [receiverId, username] = receiver;
    await receiveMessage(deps, note, { senderId, record, receiverId, username });
    return;
  }
  const addressedNote = await nameRecipients(deps, note);
  const storing = { authorId: senderId, quote: null, isFetched: false, record };
  const store = (parentId: string | null) =>
    storeNote(deps, addressedNote, { ...storing, parentId, audience: 'mentioned' });
  const parentId = await findParentBetween(deps, addressedNote, { senderId, loaders });
  // The author of the parent may not allow the reply, but the note is for the other recipients, too.
  if ((await store(parentId)) === null && parentId !== null) await store(null);
}

/**
 * The parent, if its author is the sender or a recipient. The author of a parent may see each reply, so a note to others
 * is no reply.
 */
async function findParentBetween(
  deps: DirectDependencies,
  note: RemoteNote,
  { senderId, loaders }: { senderId: string; loaders: Loaders },
): Promise<string | null> {
  const parentId = await findParent(deps, note, loaders);
  if (parentId === null) return null;
  const actorUris = note.mentions.map(({ href }) => href);
  const localIds = actorUris.flatMap((href) => deps.addresses.parseActor(href) ?? []);
  const participants = { userIds: [senderId, ...localIds], actorUris };
  return (await isThreadByAny(deps.database, parentId, participants)) ? parentId : null;
}

/** Other servers may address accounts without mentioning them, and accounts that they cannot find. */
export async function nameRecipients(
  { addresses, database }: DirectDependencies,
  note: RemoteNote,
): Promise<RemoteNote> {
  const addressed = note.recipients.map((href) => ({ href, name: '' }));
  const all = [...note.mentions, ...addressed];
  const localIds = all.flatMap(({ href }) => addresses.parseActor(href) ?? []);
  const usernames = await listFederatedUsernames(database, localIds);
  const mentions = all.filter(({ href }) => {
    const localId = addresses.parseActor(href);
    return localId === null || usernames.has(localId);
  });
  return { ...note, mentions };
}

async function receiveMessage(
  deps: DirectDependencies,
  note: RemoteNote,
  { senderId, record, receiverId, username }: Sent & { receiverId: string; username: string },
): Promise<void> {
  // The limit is the same as for local accounts. Further messages are processed later.
  await deps.rateLimiter.consume('messages', userKey(senderId));
  const { files, links } = chooseFiles(note.attachments);
  const content = await toMessageText(deps, note, { senderId, username, links });
  if (content === '' && files.length === 0) return;
  const { parent, threadId } = await findReplied(deps, note.parentUri);
  const sharedThreadId = files.length === 0 ? threadId : null;
  const { uri } = note;
  const message = { uri, senderId, receiverId, content, files, parent, sharedThreadId };
  await receiveRemoteMessage(deps, message, async (tx) => {
    await record(tx);
    await recordReceived(tx, uri, deps.clock.now());
  });
}

/** Replaces the text of a stored message of the sender. */
export async function updateMessage(
  deps: DirectDependencies,
  note: RemoteNote,
  { senderId, record }: Sent,
): Promise<void> {
  const localIds = note.recipients.flatMap((each) => deps.addresses.parseActor(each) ?? []);
  const [receiver] = await listFederatedUsernames(deps.database, localIds);
  const [, username = ''] = receiver ?? [];
  const { links } = chooseFiles(note.attachments);
  const content = await toMessageText(deps, note, { senderId, username, links });
  const now = deps.clock.now();
  const editedAt = note.updated === null || note.updated > now ? now : note.updated;
  await editRemoteMessage(deps, { uri: note.uri, senderId, content, editedAt }, record);
}

/** Returns false if there is no such message. */
export function deleteMessage(
  deps: DirectDependencies,
  message: { uri: string; senderId: string },
  record: Sent['record'],
): Promise<boolean> {
  return deleteRemoteMessage(deps, message, record);
}

/** The message that a message replies to, or the thread. */
async function findReplied(deps: DirectDependencies, uri: string | null) {
  if (uri === null) return { parent: null, threadId: null };
  const threadId = await findThread(deps, uri);
  if (threadId === null) return { parent: { uri }, threadId };
  return (await existsThread(deps.database, threadId))
    ? { parent: null, threadId }
    : { parent: { id: threadId }, threadId: null };
}

/** A message has pictures and videos, or one sound. All other files are links. */
function chooseFiles(attachments: readonly RemoteAttachment[]): {
  files: RemoteFile[];
  links: string[];
} {
  const files = attachments.flatMap((file) =>
    file.type === 'image' || file.type === 'video' ? [{ ...file, type: file.type }] : [],
  );
  const sounds = attachments.flatMap((file) =>
    file.type === 'audio' ? [{ ...file, type: file.type }] : [],
  );
  const shownFiles: RemoteFile[] = files.length > 0 ? files.slice(0, filesMax) : sounds.slice(0, 1);
  const shownUrls = new Set(shownFiles.map(({ url }) => url));
  const links = attachments.map(({ url }) => url).filter((url) => !shownUrls.has(url));
  return { files: shownFiles, links };
}

/** Returns the text without the receiver's name, with which other servers begin a message. */
async function toMessageText(
  deps: DirectDependencies,
  note: RemoteNote,
  { senderId, username, links }: { senderId: string; username: string; links: readonly string[] },
): Promise<string> {
  const { fields } = await readText(deps, note, { authorId: senderId, isQuote: false });
  const name = `@${username}`;
  const isNamed = fields.content.slice(0, name.length).toLowerCase() === name;
  const rest = isNamed ? fields.content.slice(name.length) : fields.content;
  const text = /^(?:\s|$)/.test(rest) ? rest.trim() : fields.content;
  const parts = [note.contentWarning ?? '', text, ...links];
  return shorten(parts.filter((part) => part !== '').join('\n\n'), note.url ?? note.uri);
}

/** A text that is too long ends with the address of the original. */
function shorten(text: string, address: string): string {
  if (Array.from(text).length <= messageMaxLength) return text;
  const end = `…\n\n${address}`.slice(0, messageMaxLength);
  return (
    Array.from(text)
      .slice(0, messageMaxLength - end.length)
      .join('') + end
  );
}
